import { registerUser } from '@lectern/rtc';
import {
  attachmentOf,
  ImClient,
  ImErrorCode,
  inviteOf,
  sendInvite,
  type ImGroupEvent,
  type ImIdentity,
  type ImMessage,
  type ImPresence,
  type ImRecall,
} from '@lectern/rtc/im';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { longTimeoutPlatform as platform } from './chatters.js';

const APP_KEY = 'lectern#demo';

let server: ServerProcess;
let clients: ImClient[] = [];
let count = 0;

beforeAll(async () => {
  server = await ServerProcess.start({ env: { IM_MESSAGE_BURST: '1000' } });
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

afterAll(() => server?.close());

/** The events that one client received. */
interface Told {
  readonly messages: ImMessage[];
  readonly recalls: ImRecall[];
  readonly groups: ImGroupEvent[];
  readonly presences: ImPresence[];
}

interface Person extends Told {
  readonly name: string;
  readonly client: ImClient;
}

/** A user of this test alone. */
async function signUp(name: string): Promise<string> {
  count += 1;
  const username = `${name}-${count}`;
  await registerUser({ appKey: APP_KEY, restUrl: server.url, username, password: 'secret', platform });
  return username;
}

function makeClient(identity: ImIdentity, options: { receipts?: boolean; resource?: string } = {}): Person {
  const client = new ImClient({ appKey: APP_KEY, restUrl: server.url, identity, platform, ...options });
  clients.push(client);
  const told: Told = { messages: [], recalls: [], groups: [], presences: [] };
  client.on('message', (message) => told.messages.push(message));
  client.on('recalled', (recall) => told.recalls.push(recall));
  client.on('group', (event) => told.groups.push(event));
  client.on('presence', (presence) => told.presences.push(presence));
  return { ...told, name: identity.username, client };
}

async function enter(name: string, options: { receipts?: boolean } = {}): Promise<Person> {
  const person = makeClient({ username: await signUp(name), password: 'secret' }, options);
  await person.client.open();
  return person;
}

const text = (to: string, data: string) => ({ to, contentsType: 'TEXT', data }) as const;

const textsOf = (messages: readonly ImMessage[]): (string | undefined)[] =>
  messages.map((message) => (message.contentsType === 'TEXT' ? message.data : message.contentsType));

const received = ({ messages }: Told, wanted: number): Promise<unknown> =>
  eventually(
    `${wanted} messages having come`,
    () => messages.length,
    (length) => length >= wanted,
  );

const come = <T>(what: string, list: readonly T[], isIt: (entry: T) => boolean): Promise<T> =>
  eventually(
    what,
    () => list.find(isIt),
    (entry): entry is Awaited<T> => entry !== undefined,
  );

describe('logging in by name and password', () => {
  it('works, and says in the words of the specification why it does not', async () => {
    const username = await signUp('ann');
    const { client } = makeClient({ username, password: 'secret' });
    await client.open();
    expect(client.getSnapshot().state).toBe('online');
    const wrong = makeClient({ username, password: 'guess' });
    await expect(wrong.client.open()).rejects.toMatchObject({ code: 1, message: 'invalid password' });
    const nobody = makeClient({ username: 'nobody-at-all', password: 'x' });
    await expect(nobody.client.open()).rejects.toMatchObject({ code: 204, message: 'user does not exist' });
  });
});

describe('two users', () => {
  it('send each other every kind of message', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const media = { url: 'https://files.example/1', filename: 'one.png', fileSize: 12, width: 4, height: 3 };
    const ext = { sign: 2, headimg: 'h.png', name: '安', more: { deep: [1, null] } };
    const to = ben.name;
    const sent = [
      await ann.client.send({ ...text(to, '<b>[smile]</b> 你好'), ext }),
      await ann.client.send({ to, contentsType: 'LINK', href: 'https://example.org/?a=1', data: 'look', ext }),
      await ann.client.send({ to, contentsType: 'IMAGE', ...media, thumbnailUrl: 'https://files.example/t', ext }),
      await ann.client.send({ to, contentsType: 'VIDEO', ...media, duration: 12, ext }),
      await ann.client.send({ to, contentsType: 'COMMAND', action: 'look', ext }),
      await ann.client.send({ ...text(to, 'a picture'), ext: { image: 'https://files.example/2' } }),
    ];
    await received(ben, sent.length);
    expect(ben.messages).toEqual(
      sent.map((message) => ({ ...message, key: message.id, isOwn: false, status: 'received', onlineState: 1 })),
    );
    expect(ben.messages.map(attachmentOf)).toEqual([
      undefined,
      { kind: 'link', url: 'https://example.org/?a=1' },
      { kind: 'image', url: media.url },
      { kind: 'video', url: media.url },
      undefined,
      { kind: 'image', url: 'https://files.example/2' },
    ]);
    expect(ben.client.getSnapshot()).toMatchObject({ unread: 5, conversations: [{ peer: ann.name, unread: 5 }] });
  });

  it('read their history to its very beginning, while they go on talking', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const texts = Array.from({ length: 45 }, (_, index) => String(index));
    for (const data of texts) await ann.client.send(text(ben.name, data));
    await received(ben, texts.length);

    const visitor = makeClient({ username: ben.name, password: 'secret' });
    await visitor.client.open();
    const thread = visitor.client.thread(ann.name);
    const sizes: number[] = [];
    await thread.loadOlder();
    await ann.client.send(text(ben.name, 'meanwhile'));
    await received(visitor, 1);
    while (thread.getSnapshot().older === 'more') {
      await thread.loadOlder();
      sizes.push(thread.getSnapshot().messages.length);
    }
    expect(sizes.slice(0, 2)).toEqual([41, 46]);
    expect(thread.getSnapshot().older).toBe('none');
    expect(textsOf(thread.getSnapshot().messages)).toEqual([...texts, 'meanwhile']);

    const all: ImMessage[] = [];
    for await (const message of ann.client.history(ben.name, { pageSize: 7 })) all.push(message);
    expect(textsOf(all)).toEqual([...texts, 'meanwhile'].reverse());
    expect(all.every(({ isOwn, status }) => isOwn && status === 'sent')).toBe(true);
  });

  it('get what was sent while they were away', async () => {
    const ann = await enter('ann');
    const username = await signUp('ben');
    for (const data of ['one', 'two', 'three']) await ann.client.send(text(username, data));
    const ben = makeClient({ username, password: 'secret' });
    await ben.client.open();
    await received(ben, 3);
    expect(textsOf(ben.messages)).toEqual(['one', 'two', 'three']);
  });

  it('learn that their messages have arrived, and were read', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben', { receipts: true })];
    const thread = ann.client.thread(ben.name);
    const status = (wanted: string): Promise<unknown> =>
      eventually(
        `the message being ${wanted}`,
        () => thread.getSnapshot().messages[0]?.status,
        (is) => is === wanted,
      );
    await thread.send({ contentsType: 'TEXT', data: 'hello' });
    await status('delivered');
    ben.client.markRead(ann.name);
    await status('read');
    expect(textsOf(ann.messages)).toEqual([]);
  });

  it('take back what they wrote, for themselves, for the other one, and in the history', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const [mine, theirs] = [ann.client.thread(ben.name), ben.client.thread(ann.name)];
    const sent = await mine.send({ contentsType: 'TEXT', data: 'a secret' });
    await mine.send({ contentsType: 'TEXT', data: 'no secret' });
    await received(ben, 2);
    await expect(ben.client.recall(ben.messages[0]!)).rejects.toMatchObject({ code: ImErrorCode.BadParameter });
    await ann.client.recall(sent);
    const recall = await come('the recall', ben.recalls, ({ id }) => id === sent.id);
    expect(recall).toEqual({ id: sent.id, type: 'single', peer: ann.name, from: ann.name });
    for (const thread of [mine, theirs]) {
      expect(textsOf(thread.getSnapshot().messages)).toEqual(['RECALLED', 'no secret']);
    }
    const history = await ben.client.history(ann.name).older();
    expect(JSON.stringify(history)).not.toContain('a secret');
  });

  it('invite each other to a conference', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    const invite = { conferenceId: 'CONF9', password: 'pw9' };
    await sendInvite(ann.client, { ...invite, to: `${APP_KEY}_${ben.name}@easemob.com`, groupId: 'G1' });
    await received(ben, 1);
    expect(inviteOf(ben.messages[0]!)).toEqual({ ...invite, inviter: ann.name, groupId: 'G1' });
  });
});

describe('a group', () => {
  it('talks, keeps its history, invites to a conference, and ends', async () => {
    const [ann, ben, cai] = [await enter('ann'), await enter('ben'), await enter('cai')];
    const { groups } = ann.client;
    const id = await groups.create({ name: 'algebra', members: [ben.name], isPublic: true });
    await come('ben being added', ben.groups, ({ kind, groupId }) => kind === 'added' && groupId === id);
    expect(await groups.get(id)).toMatchObject({ id, name: 'algebra', owner: ann.name, memberCount: 2 });
    const toGroup = (data: string) => ({ ...text(id, data), type: 'group' }) as const;

    await expect(cai.client.send(toGroup('let me in'))).rejects.toMatchObject({ code: ImErrorCode.NotInGroup });
    await cai.client.groups.join(id);
    await come('cai having joined', ann.groups, ({ kind, from }) => kind === 'joined' && from === cai.name);
    expect((await groups.members(id)).map(({ username }) => username).sort()).toEqual(
      [ann.name, ben.name, cai.name].sort(),
    );
    expect(await cai.client.groups.list()).toMatchObject([{ id, name: 'algebra' }]);

    await ann.client.send(toGroup('one'));
    await cai.client.send(toGroup('two'));
    await Promise.all([received(ben, 2), received(ann, 1), received(cai, 1)]);
    expect(textsOf(ben.messages)).toEqual(['one', 'two']);
    expect(ben.messages).toMatchObject([
      { type: 'group', from: ann.name, to: id },
      { type: 'group', from: cai.name, to: id },
    ]);
    expect(ben.client.getSnapshot().conversations).toMatchObject([{ type: 'group', peer: id, unread: 2 }]);
    const thread = ben.client.thread(id, 'group');
    await thread.loadOlder();
    expect(textsOf(thread.getSnapshot().messages)).toEqual(['one', 'two']);

    await sendInvite(ann.client, { conferenceId: 'CONF9', password: 'pw9', to: id, type: 'group' });
    await received(ben, 3);
    expect(inviteOf(ben.messages[2]!)).toMatchObject({ conferenceId: 'CONF9', inviter: ann.name, groupId: id });

    await cai.client.groups.leave(id);
    await come('cai having left', ann.groups, ({ kind, from }) => kind === 'left' && from === cai.name);
    await expect(cai.client.send(toGroup('still here'))).rejects.toMatchObject({ code: ImErrorCode.NotInGroup });
    await groups.destroy(id);
    await come('the end of the group', ben.groups, ({ kind }) => kind === 'destroyed');
    await expect(ann.client.send(toGroup('anybody'))).rejects.toMatchObject({ code: ImErrorCode.GroupNotFound });
  });

  it('that does not exist is refused by its number', async () => {
    const { client } = await enter('ann');
    await expect(client.groups.get('4711')).rejects.toMatchObject({ code: ImErrorCode.GroupNotFound });
    await expect(client.groups.join('4711')).rejects.toMatchObject({ code: ImErrorCode.GroupNotFound });
  });
});

describe('a user', () => {
  it('says something about itself that others read', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    await ann.client.users.set({ name: '安 & <b>', headimg: 'https://a.example/?b=1&c=2', sign: 'hello' });
    await ann.client.users.set({ sign: 'later' });
    const infos = await ben.client.users.get([ann.name, ben.name, 'nobody-at-all']);
    expect(infos.get(ann.name)).toEqual({ name: '安 & <b>', headimg: 'https://a.example/?b=1&c=2', sign: 'later' });
    expect([infos.get(ben.name), infos.get('nobody-at-all')]).toEqual([{}, {}]);
  });

  it('is seen to come and go by those that watch it', async () => {
    const ann = await enter('ann');
    const username = await signUp('ben');
    expect(await ann.client.presence.watch([username])).toMatchObject([{ username, isOnline: false }]);
    const ben = makeClient({ username, password: 'secret' });
    await ben.client.open();
    await come('ben coming', ann.presences, (state) => state.username === username && state.isOnline);
    expect(await ann.client.presence.get([username])).toMatchObject([{ username, isOnline: true }]);
    ben.client.close();
    await come('ben going', ann.presences, (state) => state.username === username && !state.isOnline);
  });

  it('finds its conversations, and what is unread in them, on a device that is new', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    await ann.client.send(text(ben.name, 'one'));
    await ann.client.send(text(ben.name, 'two'));
    await received(ben, 2);
    const fresh = makeClient({ username: ben.name, password: 'secret' });
    await fresh.client.open();
    await fresh.client.loadConversations();
    const conversations = [{ type: 'single', peer: ann.name, unread: 2, lastMessage: { data: 'two' } }];
    expect(fresh.client.getSnapshot()).toMatchObject({ unread: 2, conversations });
    fresh.client.markRead(ann.name);
    await eventually(
      'the server knowing that it was read',
      async () => {
        await ben.client.loadConversations();
        return ben.client.getSnapshot().conversations[0]?.unread;
      },
      (unread) => unread === 0,
    );
  });

  it('whose token was renewed goes on with the new one', async () => {
    const { client, name } = await enter('ann');
    await expect(client.renewToken('forged')).rejects.toMatchObject({ code: ImErrorCode.TokenInvalid });
    const answer = await fetch(`${server.url}/lectern/demo/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: name, password: 'secret' }),
    });
    await client.renewToken(((await answer.json()) as { readonly access_token: string }).access_token);
    expect(client.getSnapshot().state).toBe('online');
  });

  it('is told once and for all that it logged in elsewhere', async () => {
    const username = await signUp('ann');
    const first = makeClient({ username, password: 'secret' }, { resource: 'desk' });
    await first.client.open();
    const errors: unknown[] = [];
    first.client.on('ended', ({ code, message }) => errors.push([code, message]));
    const second = makeClient({ username, password: 'secret' }, { resource: 'desk' });
    await second.client.open();
    await come('the end of the first session', errors, () => true);
    expect(errors).toEqual([[206, 'This account has been logged in on another device, please log in again']]);
    expect(first.client.getSnapshot().state).toBe('ended');
    await expect(first.client.open()).rejects.toMatchObject({ code: 206 });
    expect(second.client.getSnapshot().state).toBe('online');
  });
});
