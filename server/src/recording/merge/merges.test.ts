import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FakeClock } from '@lectern/kit/testing';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeFfmpeg } from '../../live/testing/fake-ffmpeg.js';
import { decodeAll, probe } from '../../media/recorder/testing/ffmpeg.js';
import { recordedFile } from '../../media/recorder/testing/recorded-file.js';
import { openStore, type RecordingRecord, type Store } from '../../store/index.js';
import { realDisk, RecordingFiles } from '../files.js';
import { Outcomes } from '../outcomes.js';
import { EMPTY_RECORD } from '../records.js';
import { RETRY_DELAYS_MS } from './attempts.js';
import { Merges } from './merges.js';
import { FfmpegMerger } from './runner.js';

const START = 1_800_000_000_000;
const SECONDS = 8;
/** Real ffmpeg, on a machine that other tests keep busy. */
const LIMIT_MS = 60_000;

let dataDir: string;
let store: Store;
let source: string;
let folder: string;
let count = 0;

let clock: FakeClock;
let files: RecordingFiles;
let stream: RecordingRecord;
let conference: { id: string; appKey: string; creator: string; admins: string[]; isMerged: true; endedAt: number };
let servers: Merges[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-merges-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
  source = join(dataDir, 'source.webm');
  writeFileSync(source, (await recordedFile(dataDir, { seconds: SECONDS, startedAt: START })).complete);
}, LIMIT_MS);

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(dataDir, 'test-'));
  clock = new FakeClock();
  files = new RecordingFiles(folder);
  servers = [];
  await closeConference();
});

/** A closed conference with the recording of one stream. */
async function closeConference(): Promise<void> {
  const id = `LC${count++}`;
  conference = { id, appKey: 'lectern#demo', creator: 'ann', admins: [], isMerged: true, endedAt: START };
  stream = {
    ...EMPTY_RECORD,
    id: `RE${count}`,
    conferenceId: id,
    kind: 'stream',
    state: 'complete',
    startedAt: START,
  };
  await store.recordings.saveConference(conference);
  await store.recordings.insert(stream);
  writeFileSync(await files.prepare(stream), readFileSync(source));
}

afterEach(async () => {
  for (const merges of servers) await merges.close();
});

/** The merges of a server that has just started. */
function startServer(program: string): Merges {
  const ports = { clock, store: store.recordings, disk: realDisk, merge: new FfmpegMerger(program), log: silent };
  const outcomes = new Outcomes(files, ports, { recordingReady: () => undefined, recordingTroubled: () => undefined });
  const merges = new Merges(files, ports, outcomes, () => `RM${conference.id}`);
  servers.push(merges);
  return merges;
}

const silent = pino({ level: 'silent' });

async function merged(): Promise<RecordingRecord | undefined> {
  return (await store.recordings.list(conference.id)).find(({ kind }) => kind === 'merged');
}

/** The merged recording once it has a state, after so many attempts. */
async function untilState(state: RecordingRecord['state'], attempts: number): Promise<RecordingRecord | undefined> {
  const isThere = async (): Promise<boolean> => {
    const record = await merged();
    return record?.state === state && record.mergeAttempts === attempts;
  };
  await vi.waitUntil(isThere, { timeout: LIMIT_MS });
  return merged();
}

/** An ffmpeg that notes the id of its first process, which reads no faster than at playing speed. */
function watchedFfmpeg(): { program: string; firstPid: () => number | undefined } {
  const [program, log] = [join(folder, 'ffmpeg'), join(folder, 'ffmpeg.pid')];
  const first = `echo $$ > '${log}.part'; mv '${log}.part' '${log}'; exec ffmpeg -re "$@"`;
  writeFileSync(program, `#!/bin/sh\n[ -e '${log}' ] || { ${first}; }\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  return { program, firstPid: () => (existsSync(log) ? Number(readFileSync(log, 'utf8')) : undefined) };
}

/** An ffmpeg that is killed as soon as it runs: each time, or the first time. */
function killedFfmpeg(which: 'each' | 'first' = 'each'): string {
  const program = join(folder, `ffmpeg-killed-${which}`);
  const isSpared = which === 'first' ? `[ -e '${program}.spared' ]` : 'false';
  const script = `#!/bin/sh\n${isSpared} && exec ffmpeg "$@"\ntouch '${program}.spared'\nkill -9 $$\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}

const scene = (record: RecordingRecord | undefined): string =>
  `${files.pathOf({ conferenceId: conference.id, id: record?.id ?? '' })}.work/scene-0.webm`;

describe('a merge whose ffmpeg is killed', () => {
  test('is made by the next attempt', { timeout: 2 * LIMIT_MS }, async () => {
    const { program, firstPid } = watchedFfmpeg();
    await startServer(program).add(conference);
    await vi.waitUntil(firstPid, { timeout: LIMIT_MS });
    const part = `${scene(await merged())}.part`;
    await vi.waitUntil(() => existsSync(part), { timeout: LIMIT_MS });
    process.kill(firstPid() ?? 0, 'SIGKILL');

    expect(await untilState('waiting', 1)).toMatchObject({ message: expect.stringContaining('SIGKILL') as string });
    await vi.waitUntil(() => clock.pending > 0);
    clock.advance(RETRY_DELAYS_MS[0] ?? 0);
    const record = await untilState('complete', 2);
    const file = files.pathOf(record ?? stream);
    expect(record).toMatchObject({ message: null, hasAudio: true, hasVideo: true });
    expect(Math.abs(Number((await probe(file)).format.duration) - SECONDS)).toBeLessThan(0.3);
    await decodeAll(file);
    expect((await readdir(dirname(file))).toSorted()).toEqual([`${stream.id}.webm`, `${record?.id}.webm`]);
  });

  test('fails with the reason after the last attempt, and only the files of the streams stay', async () => {
    await startServer(killedFfmpeg()).add(conference);
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      await untilState('waiting', index + 1);
      await vi.waitUntil(() => clock.pending > 0);
      clock.advance(delayMs);
    }
    const record = await untilState('failed', RETRY_DELAYS_MS.length + 1);
    expect(record).toMatchObject({ endReason: 'merge-failed', message: expect.stringContaining('SIGKILL') as string });
    expect(await readdir(dirname(files.pathOf(stream)))).toEqual([`${stream.id}.webm`]);
    expect(clock.pending).toBe(0);
  });

  test('lets the next conference be merged meanwhile', { timeout: 2 * LIMIT_MS }, async () => {
    const merges = startServer(killedFfmpeg('first'));
    await merges.add(conference);
    await untilState('waiting', 1);
    const first = conference;
    await closeConference();
    await merges.add(conference);
    expect(await untilState('complete', 1)).toMatchObject({ conferenceId: conference.id });
    conference = first;
    clock.advance(RETRY_DELAYS_MS[0] ?? 0);
    expect(await untilState('complete', 2)).toMatchObject({ conferenceId: first.id });
  });
});

describe('a merge that has failed', () => {
  test('is made again once when it is asked for, with all of its attempts', { timeout: 2 * LIMIT_MS }, async () => {
    await startServer('/nowhere/ffmpeg').add(conference);
    const failed = await untilState('failed', 1);
    const merges = startServer(killedFfmpeg('first'));
    const asked = await Promise.all([merges.retry(failed?.id ?? ''), merges.retry(failed?.id ?? '')]);
    expect(asked.filter((record) => record !== undefined)).toMatchObject([
      { id: failed?.id, state: 'waiting', mergeAttempts: 0, message: null, endReason: null, endedAt: null },
    ]);
    await untilState('waiting', 1);
    await vi.waitUntil(() => clock.pending > 0);
    clock.advance(RETRY_DELAYS_MS[0] ?? 0);
    const made = await untilState('complete', 2);
    expect(made).toMatchObject({ id: failed?.id, message: null, endReason: null });
    await decodeAll(files.pathOf(made ?? stream));
    expect(await merges.retry(made?.id ?? '')).toBeUndefined();
  });

  test('is resumed by the next server when this one ends before its attempt', async () => {
    await startServer('/nowhere/ffmpeg').add(conference);
    const failed = await untilState('failed', 1);
    const merges = startServer(fakeFfmpeg(folder, 'hangs'));
    await merges.retry(failed?.id ?? '');
    await untilState('merging', 1);
    await startServer('ffmpeg').resume();
    expect(await untilState('complete', 2)).toMatchObject({ id: failed?.id, message: null });
  });

  test('is no recording of a stream, which there is nothing to make of', async () => {
    await store.recordings.update(stream.id, { state: 'failed' });
    expect(await startServer('ffmpeg').retry(stream.id)).toBeUndefined();
    expect(await store.recordings.find(stream.id)).toMatchObject({ state: 'failed' });
  });
});

describe('a merge whose server is killed', () => {
  test('is resumed by the next one, and fails once that has happened in each attempt', async () => {
    const hangs = fakeFfmpeg(folder, 'hangs');
    await startServer(hangs).add(conference);
    for (let attempt = 1; attempt <= RETRY_DELAYS_MS.length + 1; attempt++) {
      await untilState('merging', attempt);
      // The server before is gone without a word.
      await startServer(hangs).resume();
    }
    const record = await untilState('failed', RETRY_DELAYS_MS.length + 1);
    expect(record?.message).toMatch(/the server ended during the last of 4 attempts/);
  });

  test('has not lost an attempt where the server was stopped in order', async () => {
    const merges = startServer(fakeFfmpeg(folder, 'hangs'));
    await merges.add(conference);
    await untilState('merging', 1);
    await merges.close();
    expect(await merged()).toMatchObject({ state: 'waiting', mergeAttempts: 0 });
    await startServer('ffmpeg').resume();
    await untilState('complete', 1);
  });
});

describe('a merge', () => {
  test('fails at once without ffmpeg: another attempt would as well', async () => {
    await startServer('/nowhere/ffmpeg').add(conference);
    expect(await untilState('failed', 1)).toMatchObject({ message: expect.stringContaining('FFMPEG_PATH') as string });
  });

  test('is not attempted again once its recording is deleted', async () => {
    const merges = startServer(killedFfmpeg());
    await merges.add(conference);
    const record = await untilState('waiting', 1);
    await vi.waitUntil(() => clock.pending > 0);
    await merges.cancel(record?.id ?? '');
    expect(clock.pending).toBe(0);
  });
});
