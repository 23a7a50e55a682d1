import { QualityRecordType } from '@lectern/rtc/protocol';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import type { QualityRecord } from '../store/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { MemoryQualityStore } from '../testing/memory-quality.js';
import { QualityWriter } from './writer.js';

const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const wrong = Object.assign(new Error('value'), { code: '22003' });

let clock: FakeClock;
let store: MemoryQualityStore;
let counts: Record<string, number>;
let settled: number[];
let admins: string[];

beforeEach(() => {
  clock = new FakeClock();
  store = new MemoryQualityStore();
  counts = {};
  settled = [];
  admins = ['ann'];
});

const open = (maxBytes = 1_000_000): QualityWriter =>
  new QualityWriter(
    {
      ...{ store, clock, log: pino({ level: 'silent' }) },
      ownerOf: (id) => ({ id, appKey: 'org#app', creator: 'ann', admins }),
      counted: (outcome, count) => (counts[outcome] = (counts[outcome] ?? 0) + count),
    },
    maxBytes,
  );

const record = (counterId: number): QualityRecord => ({
  ...{ conferenceId: 'LC1', memName: 'ann', memId: null, uploadId: 'up', counterId },
  ...{ type: QualityRecordType.Sample, event: null, streamId: null, time: 1, receivedAt: 1, body: '{}' },
});

const write = (writer: QualityWriter, ...ids: number[]): void => {
  for (const id of ids) writer.write(record(id), () => settled.push(id));
};
const tick = async (ms: number): Promise<void> => {
  clock.advance(ms);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

it('writes what comes within a short time together, and tells of it only then', async () => {
  const append = vi.spyOn(store, 'append');
  const writer = open();
  write(writer, 1, 2, 3);
  await tick(199);
  expect(settled).toEqual([]);
  await tick(1);
  expect(settled).toEqual([1, 2, 3]);
  write(writer, 3, 4);
  await tick(200);
  expect(append).toHaveBeenCalledTimes(2);
  expect(counts).toEqual({ stored: 4, duplicate: 1 });
  expect(writer.size).toBe(0);
  expect(clock.pending).toBe(0);
});

it('keeps everything in order while the database is away, and asks for no more than there is room for', async () => {
  const writer = open(1_000);
  const append = vi.spyOn(store, 'append').mockRejectedValue(away);
  write(writer, 1, 2, 3, 4);
  expect(writer.hasRoom).toBe(false);
  const roomy = vi.fn<() => void>();
  writer.whenRoom(roomy);
  await tick(200);
  for (let second = 0; second < 100; second += 1) await tick(1_000);
  expect(append).toHaveBeenCalledTimes(101);
  expect([settled, roomy.mock.calls]).toEqual([[], []]);
  append.mockRestore();
  await tick(1_000);
  expect(settled).toEqual([1, 2, 3, 4]);
  expect(roomy).toHaveBeenCalledOnce();
  expect(counts['stored']).toBe(4);
});

it('keeps all but the one record that the database cannot keep', async () => {
  const writer = open();
  const append = store.append.bind(store);
  vi.spyOn(store, 'append').mockImplementation(async (records) => {
    if (records.some(({ counterId }) => counterId === 3)) throw wrong;
    return append(records);
  });
  write(writer, 1, 2, 3, 4, 5);
  await tick(200);
  expect(store.records.map(({ counterId }) => counterId)).toEqual([1, 2, 4, 5]);
  expect(settled).toEqual([1, 2, 3, 4, 5]);
  expect(counts).toMatchObject({ stored: 4, failed: 1 });
});

it.each([
  ['a full disk', '53100'],
  ['a standby that only reads', '25006'],
  ['a query that took too long', '57014'],
])('gives up nothing for %s', async (_what, code) => {
  const writer = open();
  const append = vi.spyOn(store, 'append').mockRejectedValue(Object.assign(new Error('no'), { code }));
  write(writer, 1, 2);
  await tick(200);
  await tick(60_000);
  expect([settled, counts]).toEqual([[], {}]);
  append.mockRestore();
  await tick(1_000);
  expect([settled, counts]).toEqual([[1, 2], { stored: 2, duplicate: 0 }]);
});

it('writes what waits when it is closed, and acknowledges nothing that it could not write', async () => {
  const writer = open();
  write(writer, 1, 2);
  await writer.close();
  expect(settled).toEqual([1, 2]);

  const other = open();
  vi.spyOn(store, 'append').mockRejectedValue(away);
  write(other, 8, 9);
  await other.close();
  expect(settled).toEqual([1, 2]);
  expect(counts['lost']).toBe(2);
  expect(clock.pending).toBe(0);
});

it('notes who owns a conference once a minute, and at once when the admins are others', async () => {
  const save = vi.spyOn(store, 'saveConferences');
  const noted = (): number => save.mock.calls.filter(([news]) => news.length > 0).length;
  const writer = open();
  write(writer, 1);
  await tick(200);
  write(writer, 2);
  await tick(200);
  expect(noted()).toBe(1);
  admins = ['ann', 'ben'];
  write(writer, 3);
  await tick(200);
  expect(await store.findConference('LC1')).toMatchObject({ creator: 'ann', admins: ['ann', 'ben'] });
  await tick(60_000);
  write(writer, 4);
  await tick(200);
  expect(noted()).toBe(3);
});
