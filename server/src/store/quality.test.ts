import { QualityRecordType } from '@lectern/rtc/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryQualityStore } from '../testing/memory-quality.js';
import { openStore, type QualityRecord, type QualityStore, type Store } from './index.js';

let dataDir: string;
let store: Store;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-quality-store-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ANN = 'lectern#demo_ann';
const BEN = 'lectern#demo_ben';

const record = (counterId: number, more: Partial<QualityRecord> = {}): QualityRecord => ({
  conferenceId: 'LC1',
  memName: ANN,
  memId: 'MEM1',
  uploadId: 'up-1',
  counterId,
  type: QualityRecordType.Sample,
  event: null,
  streamId: 'ST1',
  time: 1_800_000_000_000 + counterId * 2_000,
  receivedAt: 1_800_000_000_000 + counterId * 2_000,
  body: `{"counterId":${counterId}}`,
  ...more,
});

/** Both stores, so that tests with the one in memory are meaningful. */
const stores: readonly (readonly [string, () => QualityStore])[] = [
  ['PostgreSQL', () => store.quality],
  ['memory', () => new MemoryQualityStore()],
];

describe.each(stores)('records of quality in %s', (_name, open) => {
  it('are kept once, each of them, and read page by page in the order of their time', async () => {
    const quality = open();
    const init = record(0, { type: QualityRecordType.Init, streamId: null, body: '{"sdkVersion":"3.4.1"}' });
    const late = record(9, { time: 1_800_000_000_500, type: QualityRecordType.Event, event: 5 });
    expect(await quality.append([init, record(1), late])).toBe(3);
    expect(await quality.append([record(1), record(2), record(2), record(3, { uploadId: 'up-2' })])).toBe(2);
    expect(await quality.append([record(4, { memName: BEN, body: 'x"\\u0000\u2028' })])).toBe(1);
    expect(await quality.append([])).toBe(0);

    const query = { conferenceId: 'LC1', memName: ANN };
    const first = await quality.list({ ...query, limit: 3 });
    expect(first.map(({ counterId }) => counterId)).toEqual([0, 9, 1]);
    expect(first[1]).toMatchObject({ ...late, id: expect.any(Number) });
    const after = first.at(-1);
    const rest = await quality.list({ ...query, after, limit: 3 });
    expect(rest.map(({ counterId }) => counterId)).toEqual([2, 3]);
    const ids = async (more: object): Promise<number[]> =>
      (await quality.list({ ...query, ...more, limit: 100 })).map(({ counterId }) => counterId);
    expect(await ids({ type: QualityRecordType.Event })).toEqual([9]);
    expect(await ids({ event: 5 })).toEqual([9]);
    expect(await ids({ streamId: 'ST1', from: 1_800_000_002_000, to: 1_800_000_004_000 })).toEqual([1, 2]);
    expect(await ids({ memId: 'MEM2' })).toEqual([]);
    expect(await quality.members('LC1')).toEqual([
      { memName: ANN, firstTime: init.time, lastTime: 1_800_000_006_000, client: init.body },
      { memName: BEN, firstTime: 1_800_000_008_000, lastTime: 1_800_000_008_000, client: null },
    ]);
    expect(await quality.members('LC2')).toEqual([]);
  });

  it('go with age and with number, and their conference with the last', async () => {
    const quality = open();
    for (let left = 1; left > 0; left = await quality.prune(Number.MAX_SAFE_INTEGER, 1_000));
    const conference = { id: 'LC3', appKey: 'lectern#demo', creator: ANN, admins: [ANN], lastAt: 5_000 };
    await quality.saveConferences([]);
    await quality.saveConferences([conference]);
    await quality.saveConferences([{ ...conference, admins: [BEN], lastAt: 6_000 }]);
    const own = { conferenceId: 'LC3', streamId: null };
    await quality.append([1, 2, 3, 4].map((id) => record(id, { ...own, receivedAt: id * 1_000 })));
    const left = async (): Promise<number[]> =>
      (await quality.list({ conferenceId: 'LC3', memName: ANN, limit: 10 })).map(({ counterId }) => counterId);
    expect(await quality.prune(2_000, 1_000)).toBe(1);
    expect(await left()).toEqual([2, 3, 4]);
    expect(await quality.prune(2_000, 2)).toBe(1);
    expect(await left()).toEqual([3, 4]);
    expect(await quality.findConference('LC3')).toEqual({ ...conference, admins: [BEN], lastAt: 6_000 });
    expect(await quality.prune(6_000, 2)).toBe(2);
    expect(await quality.findConference('LC3')).toBeDefined();
    expect(await quality.prune(6_001, 2)).toBe(0);
    expect(await quality.findConference('LC3')).toBeUndefined();
  });
});
