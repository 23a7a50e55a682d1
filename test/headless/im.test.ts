import { registerUser, requestToken } from '@lectern/rtc';
import { ImClient, ImErrorCode, type ImMessage } from '@lectern/rtc/im';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { network, longTimeoutPlatform as platform } from './chatters.js';

const APP_KEY = 'lectern#demo';

let server: ServerProcess;
let clients: ImClient[] = [];

interface Chatter {
  readonly client: ImClient;
  readonly messages: ImMessage[];
}

async function signUp(username: string): Promise<string> {
  const user = { appKey: APP_KEY, restUrl: server.url, username, password: 'secret', platform };
  await registerUser(user).catch(() => undefined);
  return (await requestToken(user)).token;
}

async function enter(username: string, resource = 'desk'): Promise<Chatter> {
  const identity = { username, token: await signUp(username) };
  const client = new ImClient({ appKey: APP_KEY, restUrl: server.url, identity, resource, platform });
  clients.push(client);
  const messages: ImMessage[] = [];
  client.on('message', (message) => messages.push(message));
  await client.open();
  return { client, messages };
}

const text = (to: string, data: string) => ({ to, contentsType: 'TEXT', data }) as const;

const received = ({ messages }: Chatter, count: number): Promise<unknown> =>
  eventually(
    `${count} messages having come`,
    () => messages.length,
    (length) => length >= count,
  );

const textsOf = (messages: readonly ImMessage[]): (string | undefined)[] =>
  messages.map((message) => (message.contentsType === 'TEXT' ? message.data : undefined));

beforeEach(async () => {
  clients = [];
  server = await ServerProcess.start({ env: { IM_MESSAGE_BURST: '1000' } });
});

afterEach(async () => {
  for (const client of clients) client.close();
  await server.close();
});

describe('two users', () => {
  it('chat in texts, commands, images and videos, with extensions', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const ext = { image: '', video: '', href: '', sign: 2, headimg: 'h.png', name: '安' };
    const media = { url: 'https://files/1', filename: 'one.png', width: 4, height: 3 };
    const sent = [
      await ann.client.send({ ...text('ben', '<b>[smile]</b> 你好'), ext }),
      await ann.client.send({ to: 'ben', contentsType: 'COMMAND', action: 'look' }),
      await ann.client.send({ to: 'ben', contentsType: 'IMAGE', ...media }),
      await ann.client.send({ to: 'ben', contentsType: 'VIDEO', ...media, duration: 12 }),
    ];
    await received(ben, 4);
    expect(ben.messages).toEqual(
      sent.map((message) => ({ ...message, key: message.id, isOwn: false, status: 'received', onlineState: 1 })),
    );
    expect(ben.client.getSnapshot()).toMatchObject({ unread: 3, conversations: [{ peer: 'ann', unread: 3 }] });
    await ben.client.send(text('ann', 'and back'));
    await received(ann, 1);
    expect(textsOf(ann.messages)).toEqual(['and back']);
  });

  it('hear of refusals by their codes', async () => {
    const { client } = await enter('ann');
    await expect(client.send(text('nobody', 'x'))).rejects.toMatchObject({ code: ImErrorCode.UserNotFound });
    await enter('ben');
    const long = client.send(text('ben', 'x'.repeat(1_000_000)));
    await expect(long).rejects.toMatchObject({ code: ImErrorCode.TooLarge });
    expect(client.getSnapshot().state).toBe('online');
  });

  it('lose a device to the same device elsewhere, for good', async () => {
    const first = await enter('ann');
    const second = await enter('ann');
    const state = await eventually(
      'the first having ended',
      () => first.client.getSnapshot(),
      (snapshot) => snapshot.state === 'ended',
    );
    expect(state.error).toMatchObject({ code: ImErrorCode.LoggedInElsewhere });
    expect(second.client.getSnapshot().state).toBe('online');
  });
});

describe('a user who is offline', () => {
  it('gets everything that was acknowledged, in order and once, although server and database were killed', async () => {
    const ann = await enter('ann');
    await signUp('ben');
    const all = Array.from({ length: 200 }, (_, index) => ann.client.send(text('ben', String(index))));
    const settled = Promise.allSettled(all);
    await all[20];
    await server.kill('SIGKILL');
    ann.client.close();
    const kept = (await settled).filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    expect(kept.length).toBeGreaterThan(20);
    await server.start();
    // Messages that the server stored without acknowledging them may follow.
    const ben = await enter('ben');
    await received(ben, kept.length);
    expect(ben.messages.slice(0, kept.length).map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(textsOf(ben.messages)).toEqual(ben.messages.map((_, index) => String(index)));

    const again = await enter('ann', 'other');
    await again.client.send(text('ben', 'later'));
    await received(ben, ben.messages.length + 1);
    expect(textsOf(ben.messages).filter((data) => data === 'later')).toHaveLength(1);
  });

  it('gets nothing twice at the next login, on any device', async () => {
    const ann = await enter('ann');
    await signUp('ben');
    await ann.client.send(text('ben', 'one'));
    const first = await enter('ben');
    await received(first, 1);
    first.client.close();
    await ann.client.send(text('ben', 'two'));
    const phone = await enter('ben', 'phone');
    const desk = await enter('ben');
    await Promise.all([received(phone, 1), received(desk, 1)]);
    expect([textsOf(phone.messages), textsOf(desk.messages)]).toEqual([['two'], ['two']]);
  });

  it('comes back by itself after the server was started anew, and sends what waited', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const killed = server.kill('SIGKILL');
    // The clients are offline, so that they do not run out of attempts, however long the start takes.
    network.set(false);
    await killed;
    const waiting = ann.client.send(text('ben', 'meanwhile'));
    await server.start();
    network.set(true);
    await waiting;
    await received(ben, 1);
    expect(textsOf(ben.messages)).toEqual(['meanwhile']);
  });
});
