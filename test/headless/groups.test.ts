import { registerUser } from '@lectern/rtc';
import { ImClient, ImErrorCode, type ImGroupEvent, type ImMessage } from '@lectern/rtc/im';
import { createNodePlatform } from '@lectern/rtc/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { loadWrtc } from '../media/wrtc.js';
import { eventually, ServerProcess } from '../support/index.js';

const APP_KEY = 'lectern#demo';

const platform = createNodePlatform({ wrtc: loadWrtc(), WebSocket });

let server: ServerProcess;
let clients: ImClient[] = [];

interface Chatter {
  readonly client: ImClient;
  readonly messages: ImMessage[];
  readonly events: ImGroupEvent[];
}

async function enter(username: string, resource = 'desk'): Promise<Chatter> {
  const user = { username, password: 'secret' };
  await registerUser({ appKey: APP_KEY, restUrl: server.url, ...user, platform }).catch(() => undefined);
  const client = new ImClient({ appKey: APP_KEY, restUrl: server.url, identity: user, resource, platform });
  clients.push(client);
  const [messages, events]: [ImMessage[], ImGroupEvent[]] = [[], []];
  client.on('message', (message) => messages.push(message));
  client.on('group', (event) => events.push(event));
  await client.open();
  return { client, messages, events };
}

const text = (to: string, data: string) => ({ to, type: 'group', contentsType: 'TEXT', data }) as const;

const textsOf = (messages: readonly ImMessage[]): (string | undefined)[] =>
  messages.map((message) => (message.contentsType === 'TEXT' ? message.data : undefined));

const received = ({ messages }: Chatter, count: number): Promise<unknown> =>
  eventually(
    `${count} messages having come`,
    () => messages.length,
    (length) => length >= count,
  );

const told = ({ events }: Chatter, kind: string): Promise<unknown> =>
  eventually(
    `the news that somebody was ${kind}`,
    () => events.map((event) => event.kind),
    (kinds) => kinds.includes(kind as ImGroupEvent['kind']),
  );

beforeEach(async () => {
  clients = [];
  server = await ServerProcess.start({ env: { IM_MESSAGE_BURST: '1000' } });
});

afterEach(async () => {
  for (const client of clients) client.close();
  await server.close();
});

describe('a group', () => {
  it('is a talk of all its members, who know who comes and goes, and can read it to its beginning', async () => {
    const [ann, ben, cai] = [await enter('ann'), await enter('ben'), await enter('cai')];
    const id = await ann.client.groups.create({ name: 'readers', members: ['ben'], isPublic: true });
    await told(ben, 'added');
    await ann.client.send(text(id, '<b>one</b>'));
    await received(ben, 1);
    await cai.client.groups.join(id);
    await Promise.all([told(ann, 'joined'), told(ben, 'joined')]);
    await cai.client.send({ ...text(id, 'two'), ext: { sign: 1 } });
    await Promise.all([received(ann, 1), received(ben, 2)]);
    expect(ben.messages).toMatchObject([
      { type: 'group', from: 'ann', to: id, data: '<b>one</b>', isOwn: false },
      { type: 'group', from: 'cai', to: id, data: 'two', ext: { sign: 1 } },
    ]);
    expect(textsOf(cai.messages)).toEqual([]);
    const page = await cai.client.history(id, { type: 'group' }).older();
    expect(textsOf(page)).toEqual(['<b>one</b>', 'two']);
    expect((await ben.client.groups.members(id)).map(({ username }) => username)).toEqual(['ann', 'ben', 'cai']);
    expect(await cai.client.groups.list()).toEqual([{ id, name: 'readers' }]);
  });

  it('is closed to strangers, and to whom its owner removes, at once', async () => {
    const [ann, ben, cai] = [await enter('ann'), await enter('ben'), await enter('cai')];
    const id = await ann.client.groups.create({ name: 'closed', members: ['ben'] });
    await told(ben, 'added');
    await expect(cai.client.send(text(id, 'x'))).rejects.toMatchObject({ code: ImErrorCode.NotInGroup });
    await expect(cai.client.send(text('123', 'x'))).rejects.toMatchObject({ code: ImErrorCode.GroupNotFound });
    await expect(cai.client.groups.join(id)).rejects.toMatchObject({ code: 603 });
    await expect(ben.client.groups.remove(id, 'ann')).rejects.toMatchObject({ code: 603 });
    await ann.client.groups.remove(id, 'ben');
    await told(ben, 'removed');
    await expect(ben.client.send(text(id, 'x'))).rejects.toMatchObject({ code: ImErrorCode.NotInGroup });
    await ann.client.send(text(id, 'without ben'));
    // Whatever else had been sent to ben would be here before this.
    await ann.client.send({ to: 'ben', contentsType: 'TEXT', data: 'bye' });
    await received(ben, 1);
    expect(textsOf(ben.messages)).toEqual(['bye']);
  });
});

describe('a member who is offline', () => {
  it('gets everything that was acknowledged, in order and once, although server and database were killed', async () => {
    const [ann, cai] = [await enter('ann'), await enter('cai')];
    (await enter('ben')).client.close();
    const id = await ann.client.groups.create({ name: 'safe', members: ['ben', 'cai'] });
    const all = Array.from({ length: 200 }, (_, index) => ann.client.send(text(id, String(index))));
    const settled = Promise.allSettled(all);
    await all[20];
    await server.kill('SIGKILL');
    ann.client.close();
    cai.client.close();
    const kept = (await settled).filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    expect(kept.length).toBeGreaterThan(20);
    await server.start();
    // Messages that the server stored without acknowledging them may follow.
    const ben = await enter('ben');
    await received(ben, kept.length);
    expect(ben.messages.slice(0, kept.length).map(({ id: each }) => each)).toEqual(kept.map(({ id: each }) => each));
    expect(textsOf(ben.messages)).toEqual(ben.messages.map((_, index) => String(index)));

    const again = await enter('ann', 'other');
    await again.client.send(text(id, 'later'));
    await received(ben, ben.messages.length + 1);
    expect(textsOf(ben.messages).filter((data) => data === 'later')).toHaveLength(1);
    // Cai, who was online, received the first messages then, and receives the others now.
    const back = await enter('cai');
    await eventually(
      'the last message having come',
      () => textsOf([...cai.messages, ...back.messages]),
      (texts) => texts.includes('later'),
    );
    const ids = [...new Set([...cai.messages, ...back.messages].map((message) => message.id))];
    expect(ids).toEqual(ben.messages.map((message) => message.id));
  });
});
