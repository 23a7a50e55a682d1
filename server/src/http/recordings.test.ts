import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Op, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedFile } from '../media/recorder/testing/recorded-file.js';
import { readWebm } from '../media/recorder/webm-reader.js';
import { realDisk } from '../recording/index.js';
import type { RecordingRecord } from '../store/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, offer, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';
import { MemoryStore } from '../testing/memory-store.js';

const GIB = 1024 ** 3;

let folder: string;
let clock: FakeClock;
let store: MemoryStore;
let test: TestServer;
let freeBytes: number;

const start = async (env: Record<string, string> = {}): Promise<TestServer> =>
  startTestServer(
    { DATA_DIR: folder, ...env },
    { store, clock, disk: { free: async () => freeBytes, size: realDisk.size } },
  );

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-recordings-'));
  clock = new FakeClock();
  store = new MemoryStore();
  freeBytes = 10 * GIB;
  test = await start();
});

afterEach(async () => {
  await test.server.close();
  await rm(folder, { recursive: true });
});

const uidOf = (user: string): string => `${APP_KEY}_${user}`;

/** Ann opens a recorded room and publishes. */
async function recordedRoom(config: JsonObject = { rec: true }): Promise<{
  confrId: string;
  roleToken: string;
  ann: WireClient;
  ready: Promise<RecordingRecord>;
}> {
  const token = await test.signUp('ann');
  const room = { roomName: 'class', password: '', memName: uidOf('ann'), token, ...config };
  const { body: opened } = await test.post('/lectern/demo/conferences/room', room);
  const ready = new Promise<RecordingRecord>((resolve) => test.server.recordings.on('recordingReady', resolve));
  const confrId = String(opened.confrId);
  const asked = { uid: uidOf('ann'), token, confrId, password: '', role: 7, terminal: {} };
  const { body } = await test.post('/easemob/rtc/req/ticket', asked);
  const { client: ann } = await WireClient.enter(JSON.parse(String(body.ticket)) as JsonObject);
  await ann.request({ op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } });
  return { confrId, roleToken: String(body.roleToken), ann, ready };
}

const ask = async (user: string, what: string, more: JsonObject): Promise<JsonObject> => {
  const token = await test.signUp(user);
  return (await test.post(`/easemob/rtc/recordings/${what}`, { uid: uidOf(user), token, ...more })).body;
};

const untilRecording = async (): Promise<string> => {
  await vi.waitUntil(() => test.engine.recordings.size > 0);
  return test.engine.recordings.keys().next().value ?? '';
};

describe('recordings of a conference', () => {
  it('begin with the publication where the conference is recorded, and can be fetched when they are complete', async () => {
    const { confrId, ann, ready } = await recordedRoom();
    await untilRecording();
    expect(await ask('ann', 'list', { confrId })).toMatchObject({ error: 0, recordings: [{ state: 'recording' }] });
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    const { id } = await ready;
    const { recordings } = await ask('ann', 'list', { confrId });
    expect(recordings).toEqual([
      expect.objectContaining({
        id,
        confrId,
        kind: 'stream',
        state: 'complete',
        memName: uidOf('ann'),
        contentType: 'video/webm',
        durationMs: 1_000,
        width: 640,
        endReason: 'source-closed',
      }),
    ]);
    const { url } = await ask('ann', 'link', { recordingId: id });
    const whole = await fetch(String(url));
    expect([whole.status, await whole.text()]).toEqual([200, 'a recording']);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="${confrId}-${id}.webm"`,
    });
    const part = await fetch(String(url), { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/11', 'rec']);
    const beyond = await fetch(String(url), { headers: { range: 'bytes=11-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */11']);
    const known = await fetch(String(url), { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
  });

  it('are told to webhooks by what is written with their completion, also after the server was killed', async () => {
    await test.server.close();
    test = await start({ WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: 'a secret of both sides' });
    const { confrId, ann } = await recordedRoom();
    const id = await untilRecording();
    const append = vi.spyOn(store.webhooks, 'append');
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    // The server gets up to this one write and no further.
    const complete = vi.spyOn(store.recordings, 'complete').mockReturnValue(held);
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    await vi.waitUntil(() => complete.mock.calls.length > 0);
    const [[recordingId, change, event] = []] = complete.mock.calls;
    expect([recordingId, change?.state, event?.conferenceId]).toEqual([id, 'complete', confrId]);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ type: 'recording.ready', data: { recordingId: id } });
    goOn();
    await test.server.close();
    expect(append.mock.calls.filter(([{ body }]) => body.includes('recording.ready'))).toEqual([]);
  });

  it('are for the creator and the admins alone, also when the conference is over', async () => {
    const { confrId, roleToken, ann, ready } = await recordedRoom();
    await untilRecording();
    await ann.request({ op: Op.CloseConference, reason: 11 });
    const { id } = await ready;
    await vi.waitUntil(() => test.server.registry.get(confrId) === undefined);
    expect(await ask('ann', 'list', { confrId })).toMatchObject({ error: 0 });
    expect((await test.post('/easemob/rtc/recordings/list', { roleToken })).body).toMatchObject({ error: 0 });
    for (const what of ['list', 'link']) {
      expect((await ask('bob', what, { confrId, recordingId: id })).error).toBe(ServerCode.NoRights);
    }
    expect(await ask('ann', 'link', { recordingId: 'RE00' })).toMatchObject({ error: ServerCode.ConferenceNotFound });
    expect((await test.post('/easemob/rtc/recordings/list', { confrId })).body.error).toBe(ServerCode.TokenInvalid);
    const zero = await test.post('/easemob/rtc/recordings/list', { roleToken, confrId: 'LC\0' });
    expect(zero.status).toBe(400);

    const media = `${test.url}/easemob/rtc/recordings/${id}/media`;
    const token = await test.signUp('ann');
    const asAnn = await fetch(media, { headers: { authorization: `Bearer ${token}` } });
    expect(await asAnn.text()).toBe('a recording');
    const asBob = await fetch(media, { headers: { authorization: `Bearer ${await test.signUp('bob')}` } });
    expect(asBob.status).toBe(403);
    expect((await fetch(media)).status).toBe(401);
  });

  it('are never those of another application', async () => {
    await test.server.close();
    test = await start({ APP_KEYS: 'lectern#demo,other#app' });
    const { confrId, ann, ready } = await recordedRoom();
    await untilRecording();
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    const { id } = await ready;
    await test.post('/other/app/users', { username: 'ann', password: 'pw' });
    const login = { grant_type: 'password', username: 'ann', password: 'pw' };
    const token = String((await test.post('/other/app/token', login)).body.access_token);
    for (const uid of ['other#app_ann', uidOf('ann')]) {
      const { body } = await test.post('/easemob/rtc/recordings/list', { uid, token, confrId });
      expect([ServerCode.ConferenceNotFound, ServerCode.TokenInvalid]).toContain(body.error);
      const link = await test.post('/easemob/rtc/recordings/link', { uid, token, recordingId: id });
      expect([ServerCode.ConferenceNotFound, ServerCode.TokenInvalid]).toContain(link.body.error);
    }
  });

  it('have links that expire, name one file and cannot be forged', async () => {
    const { ann, ready } = await recordedRoom();
    await untilRecording();
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    const { id } = await ready;
    const url = new URL(String((await ask('ann', 'link', { recordingId: id })).url));
    const sig = url.searchParams.get('sig') ?? '';
    for (const path of [`RE${'0'.repeat(24)}`, '..%2f..%2fsecret', '%2e%2e']) {
      const wrong = await fetch(`${test.url}/easemob/rtc/recordings/${path}/media?sig=${sig}`);
      expect(wrong.status).toBeGreaterThanOrEqual(400);
    }
    url.searchParams.set('sig', `${sig.slice(0, -2)}AA`);
    expect((await fetch(url)).status).toBe(403);
    url.searchParams.set('sig', sig);
    expect((await fetch(url)).status).toBe(200);
    clock.advance(7 * 3_600_000);
    expect((await fetch(url)).status).toBe(403);
  });

  it('are deleted with their files, by who may', async () => {
    const { confrId, ann, ready } = await recordedRoom();
    await untilRecording();
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    const { id } = await ready;
    const remove = async (user: string): Promise<JsonObject> => {
      const response = await fetch(`${test.url}/easemob/rtc/recordings/${id}`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uid: uidOf(user), token: await test.signUp(user) }),
      });
      return (await response.json()) as JsonObject;
    };
    expect((await remove('bob')).error).toBe(ServerCode.NoRights);
    expect((await remove('ann')).error).toBe(0);
    expect(await readdir(join(folder, 'recordings'))).toEqual([]);
    expect(await ask('ann', 'list', { confrId })).toEqual({ error: 0, recordings: [] });
  });

  it('go when they were kept long enough', async () => {
    await test.server.close();
    test = await start({ RECORDING_RETENTION_MS: '60000' });
    const { ann, ready } = await recordedRoom();
    await untilRecording();
    await ann.request({ op: Op.Terminate, rtcId: 'RTC0' });
    await ready;
    await test.server.recordings.prune();
    expect(await readdir(join(folder, 'recordings'))).toHaveLength(1);
    clock.advance(60_001);
    await test.server.recordings.prune();
    expect(await readdir(join(folder, 'recordings'))).toEqual([]);
  });
});

describe('the disk', () => {
  it('that is full refuses op 500 with the reason, and ends what is being recorded', async () => {
    const { ann, confrId } = await recordedRoom({});
    expect(await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 1 })).toMatchObject({ result: ResultCode.Ok });
    const troubled = new Promise<RecordingRecord>((resolve) => test.server.recordings.on('recordingTroubled', resolve));
    freeBytes = GIB / 2;
    clock.advance(5_000);
    expect(await troubled).toMatchObject({ conferenceId: confrId, endReason: 'disk-full', state: 'complete' });
    expect(test.engine.recordings.size).toBe(0);
    expect(await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 1 })).toMatchObject({
      result: ServerCode.SystemError,
      msg: expect.stringContaining('RECORDING_MIN_FREE_BYTES'),
    });
  });

  it('holds no more than all recordings together may take', async () => {
    await test.server.close();
    test = await start({ RECORDING_TOTAL_BYTES: '10' });
    const { ann, ready } = await recordedRoom({});
    await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 1 });
    await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 0 });
    await ready;
    const refused = await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 1 });
    expect(refused.msg).toContain('RECORDING_TOTAL_BYTES');
  });
});

describe('a recording', () => {
  it('goes on in a new file when the codec changes, and is stopped by op 500', async () => {
    const { ann } = await recordedRoom({});
    await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 1 });
    const first = await untilRecording();
    test.engine.endRecording(first, { end: 'codec-changed' });
    await vi.waitUntil(() => test.engine.recordings.size === 1);
    expect(await untilRecording()).not.toBe(first);
    await ann.request({ op: Op.Record, rtcId: 'RTC0', flag: 0 });
    await vi.waitUntil(() => test.engine.recordings.size === 0);
  });

  it('of nothing leaves no file', async () => {
    const { ann, confrId } = await recordedRoom();
    const troubled = new Promise((resolve) => test.server.recordings.on('recordingTroubled', resolve));
    test.engine.endRecording(await untilRecording(), { end: 'stopped', bytes: 0, durationMs: 0 });
    await troubled;
    expect(await readdir(join(folder, 'recordings'))).toEqual([]);
    expect(await ask('ann', 'list', { confrId })).toMatchObject({
      recordings: [{ state: 'failed', message: expect.stringContaining('no sound or picture') }],
    });
    expect(ann.closed).toBeUndefined();
  });

  it('that the disk takes no more of is what was written, completed', async () => {
    const { confrId } = await recordedRoom();
    const id = await untilRecording();
    const file = test.engine.recordings.get(id)?.file ?? '';
    const { unfinished } = await recordedFile(folder, { seconds: 4, startedAt: 1_800_000_000_000 });
    await writeFile(file, unfinished.subarray(0, unfinished.length - 500));
    const troubled = new Promise((resolve) => test.server.recordings.on('recordingTroubled', resolve));
    test.engine.endRecording(id, { end: 'disk', bytes: unfinished.length, durationMs: 60_000 });
    await troubled;
    const { recordings } = (await ask('ann', 'list', { confrId })) as { recordings: RecordingRecord[] };
    const { size } = await stat(file);
    expect(recordings).toMatchObject([{ state: 'complete', endReason: 'disk', bytes: size }]);
    expect(recordings[0]?.durationMs).toBeLessThan(4_500);
    expect((await readWebm(file))?.isComplete).toBe(true);
  });

  it('whose file cannot be completed has failed, and the file stays', async () => {
    const { confrId } = await recordedRoom();
    const id = await untilRecording();
    const file = test.engine.recordings.get(id)?.file ?? '';
    // A folder in its place can be neither read nor written.
    await rm(file);
    await mkdir(file);
    const troubled = new Promise((resolve) => test.server.recordings.on('recordingTroubled', resolve));
    test.engine.endRecording(id, { end: 'disk' });
    await troubled;
    expect(await ask('ann', 'list', { confrId })).toMatchObject({
      recordings: [{ state: 'failed', message: expect.stringContaining('kept as it is') }],
    });
    expect((await stat(file)).isDirectory()).toBe(true);
  });

  it('that is to be merged fails with what is missing, and keeps the single files', async () => {
    await test.server.close();
    test = await start({ FFMPEG_PATH: '/nowhere/ffmpeg' });
    const { ann, confrId } = await recordedRoom({ recMerge: true });
    const file = test.engine.recordings.get(await untilRecording())?.file ?? '';
    const troubled = new Promise<RecordingRecord>((resolve) => test.server.recordings.on('recordingTroubled', resolve));
    // The fake engine writes no valid WebM; here it is enough that the merger reports it.
    await writeFile(file, 'a recording');
    await ann.request({ op: Op.CloseConference, reason: 11 });
    expect(await troubled).toMatchObject({ kind: 'merged', state: 'failed', message: expect.any(String) });
    const { recordings } = (await ask('ann', 'list', { confrId })) as { recordings: RecordingRecord[] };
    expect(recordings.map(({ kind, state }) => [kind, state]).sort()).toEqual([
      ['merged', 'failed'],
      ['stream', 'complete'],
    ]);
  });
});

describe('recordings while the database is away', () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

  it('are written down and merged once it is back', async () => {
    const { confrId, roleToken, ann } = await recordedRoom({ rec: true });
    await untilRecording();
    const complete = vi.spyOn(store.recordings, 'complete').mockRejectedValue(away);
    const find = vi.spyOn(store.recordings, 'findConference').mockRejectedValue(away);
    await ann.request({ op: Op.CloseConference });
    await vi.waitUntil(() => complete.mock.calls.length > 0);
    complete.mockRestore();
    find.mockRestore();
    const listed = async (): Promise<JsonObject[]> => {
      clock.advance(1_000);
      return ((await ask('ann', 'list', { confrId, roleToken })).recordings ?? []) as JsonObject[];
    };
    await vi.waitUntil(async () => (await listed()).some(({ state }) => state === 'complete'));
    await vi.waitFor(async () =>
      expect(await store.recordings.findConference(confrId)).toMatchObject({ endedAt: expect.any(Number) }),
    );
  });

  it('do not keep the server from stopping', async () => {
    const { ann } = await recordedRoom({ rec: true });
    await untilRecording();
    const complete = vi.spyOn(store.recordings, 'complete').mockRejectedValue(away);
    await ann.request({ op: Op.CloseConference });
    await vi.waitUntil(() => complete.mock.calls.length > 0);
    await test.server.close();
    expect((await store.recordings.listInStates(['recording'])).length).toBe(1);
  });
});
