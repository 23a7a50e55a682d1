import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryImStore } from '../testing/memory-im.js';
import { openStore, type ImMessage, type ImStore, type Store } from './index.js';

let dataDir: string;
let store: Store;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-im-store-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const FIRST = 1_880_000_000_000_000_000n;
const ann = (appKey: string) => ({ appKey, name: 'ann' });

const message = (appKey: string, at: number, more: Partial<ImMessage> = {}): ImMessage => ({
  id: FIRST + BigInt(at),
  appKey,
  sender: 'ben',
  resource: 'web',
  recipient: 'ann',
  clientId: String(at),
  ns: 1,
  kind: 1,
  contentType: 0,
  body: Buffer.from([0, 255, at]),
  sentAt: 1_795_000_000_000 + at,
  ...more,
});

const idAt = (at: number) => ({ id: FIRST + BigInt(at), sentAt: 1_795_000_000_000 + at });

// The in-memory store must follow the same rules, so it is tested here, too.
const stores: readonly [string, () => ImStore][] = [
  ['the database', () => store.im],
  ['the store of tests', () => new MemoryImStore()],
];

it('is refused under an id that another message has, and nothing of its batch is kept', async () => {
  const app = 'taken#id';
  await store.im.append([message(app, 5)]);
  const batch = [message(app, 6), message(app, 5, { clientId: 'other' })];
  await expect(store.im.append(batch)).rejects.toThrow('taken');
  expect(await store.im.read(ann(app), 'ben', 0n, 10)).toHaveLength(1);
});

describe.each(stores)('messages in %s', (name, open) => {
  let counter = 0;
  const newApp = (): string => `${name}#${(counter += 1)}`.replaceAll(' ', '-');
  const idsFor = async (im: ImStore, app: string, resource: string): Promise<number[]> => {
    const found: number[] = [];
    for (const { peer, after, count } of await im.backlog(ann(app), resource)) {
      const read = await im.read(ann(app), peer, after, 100);
      expect(read).toHaveLength(count);
      found.push(...read.map(({ id }) => Number(id - FIRST)));
    }
    return found;
  };

  it('are kept as they were sent, and the same one sent again is known', async () => {
    const im = open();
    const app = newApp();
    const sent = [message(app, 1), message(app, 2)];
    expect(await im.append(sent)).toMatchObject([{ isNew: true }, { isNew: true }]);
    const again = await im.append([message(app, 8, { clientId: '2' }), message(app, 9)]);
    expect(again).toEqual([
      { id: FIRST + 2n, sentAt: sent[1]?.sentAt, isNew: false },
      { id: FIRST + 9n, sentAt: 1_795_000_000_009, isNew: true },
    ]);
    const [first] = await im.read(ann(app), 'ben', 0n, 1);
    expect(first).toEqual({ ...sent[0], body: expect.anything() });
    expect([...(first?.body ?? [])]).toEqual([0, 255, 1]);
    expect(await im.lastId()).toBe(FIRST + 9n);
  });

  it('wait for a device until it has acknowledged them, each device by itself', async () => {
    const im = open();
    const app = newApp();
    await im.append([1, 2, 3].map((at) => message(app, 20 + at)));
    expect(await idsFor(im, app, 'phone')).toEqual([21, 22, 23]);
    await im.acknowledge([{ owner: ann(app), resource: 'phone', peer: 'ben', id: FIRST + 21n }]);
    expect(await idsFor(im, app, 'phone')).toEqual([22, 23]);
    await im.acknowledge([{ owner: ann(app), resource: 'web', peer: 'ben', id: FIRST + 23n }]);
    await im.acknowledge([{ owner: ann(app), resource: 'web', peer: 'ben', id: FIRST + 22n }]);
    expect(await idsFor(im, app, 'web')).toEqual([]);
    expect(await idsFor(im, app, 'phone')).toEqual([22, 23]);
    // A device that was away for long is treated as new.
    await im.forgetDevices(FIRST + 22n);
    expect(await idsFor(im, app, 'phone')).toEqual([]);
    // A new device gets the messages that no other device has.
    await im.append([message(app, 24)]);
    expect(await idsFor(im, app, 'tablet')).toEqual([24]);
    expect(await im.backlog({ appKey: app, name: 'ben' }, 'web')).toEqual([]);
  });

  it('are gone for who is recalled them, and what recalls them is there in their place', async () => {
    const im = open();
    const app = newApp();
    await im.append([message(app, 31), message(app, 32)]);
    const recalling = message(app, 33, { kind: 6, contentType: null });
    expect(await im.find(FIRST + 31n)).toMatchObject({ sender: 'ben', sentAt: 1_795_000_000_031 });
    for (const wrong of [{ sender: 'cai' }, { recipient: 'cai' }, { appKey: 'other#app' }]) {
      expect(await im.recall({ ...recalling, ...wrong }, FIRST + 31n)).toBeUndefined();
    }
    expect(await im.recall(recalling, FIRST + 31n)).toEqual({ ...idAt(33), isNew: true });
    expect(await im.recall({ ...recalling, id: FIRST + 34n }, FIRST + 31n)).toEqual({ ...idAt(33), isNew: false });
    expect(await im.find(FIRST + 31n)).toBeUndefined();
    expect(await idsFor(im, app, 'web')).toEqual([32, 33]);
    const query = { kind: 1, isDownward: false, limit: 10 };
    expect((await im.history(ann(app), 'ben', query)).map(({ id }) => id - FIRST)).toEqual([32n]);
  });

  it('are listed newest first, page by page, for both who wrote them and for nobody else', async () => {
    const im = open();
    const app = newApp();
    await im.append([
      message(app, 41),
      message(app, 42, { sender: 'ann', recipient: 'ben' }),
      message(app, 43, { sender: 'cai' }),
      message(app, 44, { kind: 5 }),
      message(app, 45),
      message(app, 46, { sender: 'ann', recipient: 'ann' }),
    ]);
    const page = async (before: bigint | undefined, user = 'ann', peer = 'ben'): Promise<number[]> =>
      (
        await im.history({ appKey: app, name: user }, peer, { kind: 1, isDownward: false, cursor: before, limit: 2 })
      ).map(({ id }) => Number(id - FIRST));
    expect(await page(undefined)).toEqual([45, 42]);
    expect(await page(FIRST + 42n)).toEqual([41]);
    expect(await page(undefined, 'ben', 'ann')).toEqual([45, 42]);
    expect(await page(undefined, 'ann', 'ann')).toEqual([46]);
    expect(await page(undefined, 'dan', 'ben')).toEqual([]);
  });
});
