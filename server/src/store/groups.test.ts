import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryGroupStore } from '../testing/memory-groups.js';
import { MemoryImStore } from '../testing/memory-im.js';
import {
  groupKeyOf,
  openStore,
  type GroupRecord,
  type GroupStore,
  type GroupWrite,
  type ImMessage,
  type ImStore,
  type Store,
} from './index.js';

let dataDir: string;
let store: Store;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-group-store-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Stores {
  readonly im: ImStore;
  readonly groups: GroupStore;
}

const memory = (): Stores => {
  const im = new MemoryImStore();
  return { im, groups: new MemoryGroupStore(im) };
};

// The in-memory store must follow the same rules, so it is tested here, too.
const stores: readonly [string, () => Stores][] = [
  ['the database', () => store],
  ['the store of tests', memory],
];

const FIRST = 1_890_000_000_000_000_000n;
let base = FIRST;

describe.each(stores)('groups in %s', (name, open) => {
  let counter = 0;
  const newApp = (): string => {
    base += 1_000_000n;
    return `${name}#${(counter += 1)}`.replaceAll(' ', '-');
  };

  /** A group of an application of its own; ids and clocks count up from 0. */
  const newGroup = (id = '7') => {
    const appKey = newApp();
    const { im, groups } = open();
    const from = base;
    const at = (position: number): bigint => from + BigInt(position);
    const record: GroupRecord = {
      ...{ appKey, id, owner: 'ann', name: 'n', description: 'd', avatar: '', custom: '' },
      ...{ isPublic: true, needsApproval: false, membersInvite: true, inviteNeedsConfirm: false },
      ...{ maxMembers: 10, createdAt: 5 },
    };
    const message = (position: number, more: Partial<ImMessage> = {}): ImMessage => ({
      ...{ id: at(position), appKey, sender: 'ann', resource: 'web', recipient: groupKeyOf(id), ns: 1, kind: 2 },
      ...{ clientId: String(position), contentType: 0, body: Buffer.from([position]), sentAt: position },
      ...more,
    });
    const commit = (writes: readonly GroupWrite[], events: readonly ImMessage[] = []): Promise<void> =>
      groups.commit({ appKey, id, writes, events });
    const join = (user: string, position: number): GroupWrite => ({
      kind: 'join',
      member: { name: user, joinedId: at(position), joinedAt: position },
    });
    const leave = (user: string, position: number): GroupWrite => ({ kind: 'leave', name: user, leftId: at(position) });
    const user = (which: string) => ({ appKey, name: which });
    const positions = (messages: readonly { readonly id: bigint }[]): number[] =>
      messages.map((each) => Number(each.id - from));
    const read = async (which: string, after = 0, limit = 50): Promise<number[]> =>
      positions(await im.read(user(which), groupKeyOf(id), at(after), limit));
    return { appKey, id, im, groups, at, record, message, commit, join, leave, user, positions, read };
  };

  it('are found as they were made, with who is in them and who is to be', async () => {
    const { appKey, id, groups, record, commit, join, leave } = newGroup();
    expect(await groups.find(appKey, id)).toBeUndefined();
    await commit([{ kind: 'record', record }, join('ann', 1), join('cai', 2), join('ben', 3)]);
    await commit([{ kind: 'request', request: { name: 'dan', kind: 'invite', by: 'cai' } }]);
    await commit([
      { kind: 'request', request: { name: 'dan', kind: 'invite', by: 'ben' } },
      { kind: 'request', request: { name: 'eva', kind: 'apply', by: 'eva' } },
    ]);
    await commit([{ kind: 'record', record: { ...record, owner: 'ben' } }, leave('cai', 4), join('cai', 5)]);
    await commit([{ kind: 'settle', name: 'eva' }]);
    const found = await groups.find(appKey, id);
    expect(found?.record).toEqual({ ...record, owner: 'ben' });
    expect(found?.members.map((member) => [member.name, member.joinedAt])).toEqual([
      ['ann', 1],
      ['ben', 3],
      ['cai', 5],
    ]);
    expect(found?.requests).toEqual([{ name: 'dan', kind: 'invite', by: 'ben' }]);
  });

  it('are changed whole or not at all', async () => {
    const { appKey, id, im, groups, record, commit, join, message, at, read } = newGroup();
    await commit([{ kind: 'record', record }, join('ann', 1), join('ben', 2)], [message(3)]);
    expect(await read('ben')).toEqual([3]);
    if (im instanceof MemoryImStore) return;
    // A duplicate membership.
    await expect(commit([join('cai', 4), join('ben', 5)], [message(6)])).rejects.toThrow();
    expect((await groups.find(appKey, id))?.members).toHaveLength(2);
    expect(await im.find(at(6))).toBeUndefined();
  });

  it('are listed for their members and, if they are public, for all', async () => {
    const one = newGroup('10');
    await one.commit([{ kind: 'record', record: one.record }, one.join('ann', 1), one.join('ben', 2)]);
    const other = { ...one.record, id: '11', isPublic: false };
    await one.groups.commit({
      ...{ appKey: one.appKey, id: '11', events: [] },
      writes: [{ kind: 'record', record: other }, one.join('ben', 3)],
    });
    const ids = async (user: string, offset = 0) =>
      (await one.groups.ofUser(one.user(user), offset, 5)).map((group) => [group.id, group.memberCount]);
    expect(await ids('ben')).toEqual([
      ['11', 1],
      ['10', 2],
    ]);
    expect(await ids('ben', 1)).toEqual([['10', 2]]);
    expect(await one.groups.countsOf(one.appKey, ['ann', 'ben', 'cai'])).toEqual(
      new Map([
        ['ann', 1],
        ['ben', 2],
      ]),
    );
    expect((await one.groups.listPublic(one.appKey, '', 5)).map(({ id }) => id)).toEqual(['10']);
    expect(await one.groups.listPublic(one.appKey, '10', 5)).toEqual([]);
    await one.groups.commit({
      ...{ appKey: one.appKey, id: '11', events: [] },
      writes: [{ kind: 'destroy', leftId: one.at(9) }],
    });
    expect(await ids('ben')).toEqual([['10', 2]]);
    expect(await one.groups.find(one.appKey, '11')).toBeUndefined();
  });

  it('give each member what others wrote while it was one, once for each device', async () => {
    const { im, record, commit, join, leave, message, read, user, at, id } = newGroup();
    await commit([{ kind: 'record', record }, join('ann', 0), join('ben', 1), join('cai', 1)]);
    await im.append([message(2), message(3, { sender: 'ben' }), message(4)]);
    await commit([leave('ben', 5)]);
    await im.append([message(6)]);
    await commit([join('ben', 7)]);
    // Messages to a user whose name resembles the id of the group.
    await im.append([message(8), message(9, { recipient: id, kind: 1 }), message(10, { recipient: '#77' })]);
    expect(await read('ben')).toEqual([2, 4, 8]);
    expect(await read('ben', 2, 1)).toEqual([4]);
    expect(await read('cai')).toEqual([2, 3, 4, 6, 8]);
    expect(await read('ann')).toEqual([3]);
    expect(await read('dan')).toEqual([]);
    const backlog = async (resource: string) =>
      (await im.backlog(user('ben'), resource)).map(({ peer, count, after }) => [peer, count, after > 0n]);
    expect(await backlog('web')).toEqual([['#7', 3, false]]);
    await im.acknowledge([{ owner: user('ben'), resource: 'web', peer: '#7', id: at(4) }]);
    expect(await backlog('web')).toEqual([['#7', 1, true]]);
    expect(await backlog('phone')).toEqual([['#7', 1, true]]);
    await im.acknowledge([
      { owner: user('ben'), resource: 'phone', peer: '#7', id: at(8) },
      { owner: user('ben'), resource: 'phone', peer: '#7', id: at(4) },
    ]);
    expect(await backlog('phone')).toEqual([]);
    expect(await backlog('web')).toEqual([['#7', 1, true]]);
  });

  it('keep what waits for their members after they are gone', async () => {
    const { im, record, commit, join, message, read, user, at } = newGroup();
    await commit([{ kind: 'record', record }, join('ann', 0), join('ben', 1)]);
    await im.append([message(2)]);
    await commit([{ kind: 'destroy', leftId: at(4) }], [message(3, { ns: 2, kind: 0 })]);
    expect(await read('ben')).toEqual([2, 3]);
    expect(await im.backlog(user('ben'), 'web')).toMatchObject([{ peer: '#7', count: 2 }]);
    expect(await im.conversations(user('ben'), undefined, 10)).toEqual([]);
  });

  it('have a history that is cut by kind, sender, time and content, and cleared for one', async () => {
    const { im, record, commit, join, message, user, at, positions } = newGroup();
    await commit([{ kind: 'record', record }, join('ann', 0), join('ben', 0)]);
    await im.append([message(1), message(2, { sender: 'ben', contentType: 1 }), message(3, { contentType: null })]);
    await im.append([message(4, { ns: 2, kind: 0, contentType: null }), message(5)]);
    const history = async (more: object, who = 'ben') =>
      positions(await im.history(user(who), '#7', { kind: 2, isDownward: false, limit: 10, ...more }));
    expect(await history({})).toEqual([5, 3, 2, 1]);
    expect(await history({ cursor: at(3), limit: 1 })).toEqual([2]);
    expect(await history({ isDownward: true, cursor: at(1), limit: 2 })).toEqual([2, 3]);
    expect(await history({ contentTypes: [1, 2] })).toEqual([2]);
    expect(await history({ sender: 'ann', startTime: 1, endTime: 3 })).toEqual([3, 1]);
    await im.hide(user('ben'), '#7', at(3), true);
    expect(await history({})).toEqual([5]);
    expect(await history({}, 'ann')).toEqual([5, 3, 2, 1]);
  });
});

describe.each(stores)('conversations in %s', (name, open) => {
  it('are listed newest first, unread until they are read, and not while they are hidden', async () => {
    base += 1_000_000n;
    const appKey = `conversations-${name}#1`.replaceAll(' ', '-');
    const { im, groups } = open();
    const from = base;
    const at = (position: number): bigint => from + BigInt(position);
    const ben = { appKey, name: 'ben' };
    const message = (position: number, sender: string, recipient: string, kind = 1): ImMessage => ({
      ...{ id: at(position), appKey, sender, resource: 'web', recipient, ns: 1, kind, contentType: 0 },
      ...{ clientId: String(position), body: Buffer.from([1]), sentAt: position },
    });
    const record = {
      ...{
        appKey,
        id: '5',
        owner: 'ann',
        name: '',
        description: '',
        avatar: '',
        custom: '',
        maxMembers: 9,
        createdAt: 0,
      },
      ...{ isPublic: false, needsApproval: false, membersInvite: false, inviteNeedsConfirm: false },
    };
    const member = (which: string, position: number): GroupWrite => ({
      kind: 'join',
      member: { name: which, joinedId: at(position), joinedAt: 0 },
    });
    const writes: GroupWrite[] = [{ kind: 'record', record }, member('ann', 0), member('ben', 3)];
    await groups.commit({ appKey, id: '5', writes, events: [] });
    await im.append([
      message(1, 'ann', 'ben'),
      message(2, 'ann', '#5', 2),
      message(4, 'ann', '#5', 2),
      message(5, 'cai', 'ben', 5),
      message(6, 'ben', 'dan'),
      message(7, 'ben', 'ben'),
      message(8, 'ann', 'ben'),
      message(9, 'ben', 'ann', 4),
    ]);
    const list = async (before?: bigint, limit = 10) =>
      (await im.conversations(ben, before, limit)).map(({ peer, unread, newestId }) => [
        peer,
        unread,
        Number(newestId - from),
      ]);
    expect(await list()).toEqual([
      ['ann', 2, 8],
      ['ben', 0, 7],
      ['dan', 0, 6],
      ['#5', 1, 4],
    ]);
    expect(await list(at(7), 1)).toEqual([['dan', 0, 6]]);
    await im.markRead(ben, 'ann', at(1));
    await im.markRead(ben, '#5', at(4));
    await im.hide(ben, 'dan', at(6), false);
    expect(await list()).toEqual([
      ['ann', 1, 8],
      ['ben', 0, 7],
      ['#5', 0, 4],
    ]);
    await im.append([message(10, 'dan', 'ben')]);
    expect(await list(undefined, 1)).toEqual([['dan', 1, 10]]);
    const [conversation] = await im.conversations(ben, undefined, 1);
    expect(conversation?.last).toMatchObject({ id: at(10), sender: 'dan', recipient: 'ben' });
  });
});
