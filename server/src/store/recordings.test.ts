import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type RecordingRecord, type Store } from './index.js';

let dataDir: string;
let store: Store;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-recordings-store-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const conference = (id: string) => ({
  id,
  appKey: 'lectern#demo',
  creator: 'lectern#demo_ann',
  admins: ['lectern#demo_ben'],
  isMerged: true,
  endedAt: null,
});

const record = (id: string, conferenceId: string, more: Partial<RecordingRecord> = {}): RecordingRecord => ({
  id,
  conferenceId,
  kind: 'stream',
  state: 'recording',
  streamId: 'ST1',
  streamType: 0,
  memName: 'lectern#demo_ann',
  hasAudio: false,
  hasVideo: false,
  videoCodec: null,
  width: null,
  height: null,
  bytes: 0,
  durationMs: 0,
  startedAt: 1_800_000_000_000,
  endedAt: null,
  endReason: null,
  message: null,
  mergeAttempts: 0,
  ...more,
});

describe('the index of recordings', () => {
  it('keeps records in order and what becomes of them', async () => {
    const { recordings } = store;
    await recordings.saveConference(conference('LC1'));
    await recordings.insert(record('RE2', 'LC1', { startedAt: 1_800_000_000_500 }));
    await recordings.insert(record('RE1', 'LC1'));
    await recordings.update('RE1', { state: 'complete', bytes: 5_000_000_000, endedAt: 1_800_000_009_000, width: 640 });
    expect((await recordings.list('LC1')).map(({ id }) => id)).toEqual(['RE1', 'RE2']);
    expect(await recordings.find('RE1')).toMatchObject({ bytes: 5_000_000_000, width: 640, streamType: 0 });
    expect((await recordings.listInStates(['recording', 'waiting'])).map(({ id }) => id)).toEqual(['RE2']);
    expect((await recordings.listEndedBefore(1_800_000_009_001)).map(({ id }) => id)).toEqual(['RE1']);
    expect(await recordings.listEndedBefore(1_800_000_009_000)).toEqual([]);
    expect(await recordings.totalBytes()).toBe(5_000_000_000);
    expect((await recordings.listUnmerged()).map(({ id }) => id)).toEqual(['LC1']);
    await recordings.insert(record('RM1', 'LC1', { kind: 'merged', state: 'waiting' }));
    expect(await recordings.listUnmerged()).toEqual([]);
  });

  it('keeps that a recording is complete and the word of it together, and the word once', async () => {
    const { recordings, webhooks } = store;
    await recordings.saveConference(conference('LC3'));
    await recordings.insert(record('RE5', 'LC3'));
    const event = { id: 'EV1', appKey: 'lectern#demo', conferenceId: 'LC3', body: '{}', createdAt: 1, isQueued: true };
    const broken = { ...event, createdAt: Number.NaN };
    await expect(recordings.complete('RE5', { state: 'complete' }, broken)).rejects.toThrow();
    expect(await recordings.find('RE5')).toMatchObject({ state: 'recording' });
    await recordings.complete('RE5', { state: 'complete', bytes: 7 }, event);
    // The response to the first call was lost.
    await recordings.complete('RE5', { state: 'complete', bytes: 7 }, event);
    expect(await recordings.find('RE5')).toMatchObject({ state: 'complete', bytes: 7 });
    const told = await webhooks.oldest('LC3');
    const { appKey: _appKey, isQueued: _isQueued, ...sent } = event;
    expect(told).toMatchObject(sent);
    await webhooks.delivered(told?.position ?? 0);
    expect(await webhooks.waiting()).not.toContain('LC3');
  });

  it('forgets a conference with its last recording, once it is over', async () => {
    const { recordings } = store;
    await recordings.saveConference(conference('LC2'));
    await recordings.insert(record('RE3', 'LC2'));
    await recordings.insert(record('RE4', 'LC2'));
    await recordings.delete('RE3');
    await recordings.saveConference({ ...conference('LC2'), admins: ['lectern#demo_cai'], endedAt: 1 });
    expect(await recordings.findConference('LC2')).toMatchObject({ admins: ['lectern#demo_cai'], endedAt: 1 });
    await recordings.delete('RE4');
    expect(await recordings.findConference('LC2')).toBeUndefined();
    expect(await recordings.find('RE4')).toBeUndefined();
  });
});
