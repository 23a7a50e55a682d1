import { systemClock } from '@lectern/kit/clock';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LecternClient } from '../client/index.js';
import { ApiKeys, SecretBox } from '../keys/index.js';
import { recordedFile } from '../media/recorder/testing/recorded-file.js';
import { responses } from '../operator/schemas.js';
import type { Recording } from '../operator/types.js';
import { RecordingFiles } from '../recording/files.js';
import { EMPTY_RECORD } from '../recording/records.js';
import { MemoryStore } from '../testing/memory-store.js';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';

const START = 1_800_000_000_000;
/** Real ffmpeg, on a machine that other tests keep busy. */
const LIMIT_MS = 60_000;
const STREAM = { ...EMPTY_RECORD, id: 'RE1', conferenceId: 'LC1', kind: 'stream', startedAt: START } as const;

let dataDir: string;
let store: MemoryStore;
let test: TestServer;

const start = async (ffmpeg: string): Promise<void> => {
  const env = { DEMO: 'off', DATA_DIR: dataDir, FFMPEG_PATH: ffmpeg, APP_KEYS: 'lectern#demo,lectern#other' };
  test = await startTestServer(env, { store });
};
const clientOf = async (appKey: string): Promise<LecternClient> => {
  const keys = new ApiKeys(store.apiKeys, new SecretBox([Buffer.from('a secret for tests only')]), systemClock);
  const { id, secret } = await keys.create(appKey, 'school');
  return new LecternClient({ url: test.url, keyId: id, secret });
};
const merged = async (client: LecternClient): Promise<Recording | undefined> =>
  (await client.listRecordings('LC1')).recordings.find(({ kind }) => kind === 'merged');

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-merge-retry-'));
  store = new MemoryStore();
  const file = await new RecordingFiles(dataDir).prepare(STREAM);
  await writeFile(file, (await recordedFile(dataDir, { seconds: 2, startedAt: START })).complete);
  const conference = { id: 'LC1', appKey: APP_KEY, creator: 'tom', admins: [], isMerged: true, endedAt: START + 2_000 };
  await store.recordings.saveConference(conference);
  await store.recordings.insert({ ...STREAM, state: 'complete' });
});

afterEach(async () => {
  await test.server.close();
  await rm(dataDir, { recursive: true });
});

describe('a merged recording that failed', () => {
  it('is made when an operator has mended the cause and asks for it', { timeout: LIMIT_MS }, async () => {
    await start('/nowhere/ffmpeg');
    const before = await clientOf(APP_KEY);
    await expect.poll(async () => (await merged(before))?.state).toBe('failed');
    await test.server.close();

    await start('ffmpeg');
    const client = await clientOf(APP_KEY);
    const failed = await merged(client);
    expect(failed).toMatchObject({ state: 'failed', message: expect.stringContaining('FFMPEG_PATH') as string });
    const asked = await client.retryMerge(failed?.id ?? '');
    expect(responses.Recording.strict().parse(asked)).toMatchObject({
      id: failed?.id,
      state: 'waiting',
      message: null,
    });
    await expect.poll(async () => (await merged(client))?.state, { timeout: LIMIT_MS }).toBe('complete');
    const { path } = await client.linkRecording(asked.id);
    expect((await fetch(test.url + path)).status).toBe(200);
    const events = (await client.listEvents()).events.filter(({ type }) => type === 'recording.ready');
    expect(events).toMatchObject([{ data: { recordingId: asked.id, kind: 'merged' } }]);
    await expect(client.retryMerge(asked.id)).rejects.toMatchObject({ code: 'conflict', status: 409 });
  });

  it('is not for others to ask for, and nothing else can be made again', async () => {
    await start('/nowhere/ffmpeg');
    const [client, other] = [await clientOf(APP_KEY), await clientOf('lectern#other')];
    await expect.poll(async () => (await merged(client))?.state).toBe('failed');
    const failed = await merged(client);
    await expect(other.retryMerge(failed?.id ?? '')).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect(await merged(client)).toEqual(failed);
    await expect(client.retryMerge('RM0')).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.retryMerge(STREAM.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
