import { describe, expect, it } from 'vitest';
import { MemoryGroupStore } from '../../testing/memory-groups.js';
import { MemoryImStore } from '../../testing/memory-im.js';
import type { GroupRecord, ImMessage } from '../../store/index.js';
import { GroupRegistry } from './registry.js';
import { SharedReads } from './shared-reads.js';

const APP = 'a#b';
const MEMBERS = ['ann', 'ben', 'cai', 'dan'];

const record: GroupRecord = {
  ...{ appKey: APP, id: '7', owner: 'ann', name: '', description: '', avatar: '', custom: '', maxMembers: 9 },
  ...{ isPublic: false, needsApproval: false, membersInvite: false, inviteNeedsConfirm: false, createdAt: 0 },
};

/** Counts the queries to the database. */
class CountingStore extends MemoryImStore {
  asked = 0;

  override read(...query: Parameters<MemoryImStore['read']>): Promise<readonly ImMessage[]> {
    this.asked += 1;
    return super.read(...query);
  }

  override readGroup(...query: Parameters<MemoryImStore['readGroup']>): Promise<readonly ImMessage[]> {
    this.asked += 1;
    return super.readGroup(...query);
  }
}

async function open() {
  const store = new CountingStore();
  const groups = new MemoryGroupStore(store);
  const reads = new SharedReads(store, new GroupRegistry(groups));
  const members = MEMBERS.map((name, index) => ({ name, joinedId: BigInt(index), joinedAt: 0 }));
  const writes = [{ kind: 'record', record } as const, ...members.map((member) => ({ kind: 'join', member }) as const)];
  await groups.commit({ appKey: APP, id: '7', writes, events: [] });
  const write = async (id: number, sender = 'ann'): Promise<void> => {
    const message = {
      ...{ id: BigInt(id), appKey: APP, sender, resource: 'web', recipient: '#7', clientId: String(id) },
      ...{ ns: 1, kind: 2, contentType: 0, body: Buffer.from([id]), sentAt: id },
    };
    await store.append([message]);
    reads.news(message);
  };
  const read = async (name: string, after: number, limit = 50): Promise<number[]> =>
    (await reads.read({ appKey: APP, name }, '#7', BigInt(after), limit)).map(({ id }) => Number(id));
  return { store, write, read };
}

describe('reads of a group', () => {
  it('are one for all members, and anew after each message', async () => {
    const { store, write, read } = await open();
    await write(10);
    const all = await Promise.all(['ben', 'cai', 'dan'].map((name) => read(name, 9)));
    expect([all, store.asked]).toEqual([[[10], [10], [10]], 1]);
    await write(11, 'ben');
    expect(await Promise.all(['ann', 'cai', 'dan'].map((name) => read(name, 10)))).toEqual([[11], [11], [11]]);
    expect(store.asked).toBe(2);
    await write(12);
    expect(await read('ben', 10)).toEqual([12]);
    expect(await read('cai', 10)).toEqual([11, 12]);
    expect(store.asked).toBe(3);
  });

  it('find what others wrote behind a page of one’s own', async () => {
    const { write, read } = await open();
    for (const id of [10, 11, 12]) await write(id, 'ben');
    await write(13);
    expect(await read('ben', 9, 2)).toEqual([13]);
    expect(await read('cai', 9, 2)).toEqual([10, 11]);
  });

  it('leave out what was before a member came, and all for strangers', async () => {
    const { write, read } = await open();
    await write(1);
    await write(10);
    expect(await read('dan', 0)).toEqual([10]);
    expect(await read('ben', 0)).toEqual([10]);
    expect(await read('eva', 9)).toEqual([]);
  });

  it('that failed are tried again by who asks next', async () => {
    const { store, write, read } = await open();
    await write(10);
    const readGroup = store.readGroup.bind(store);
    store.readGroup = () => Promise.reject(new Error('Connection terminated'));
    await expect(read('ben', 9)).rejects.toThrow('terminated');
    store.readGroup = readGroup;
    expect(await read('cai', 9)).toEqual([10]);
  });
});
