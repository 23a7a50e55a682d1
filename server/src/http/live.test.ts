import { Op, ServerCode } from '@lectern/rtc/protocol';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP_KEY, offer, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

let dataDir: string;
let test: TestServer;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lectern-live-http-'));
});
afterEach(async () => {
  await test.server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const CANVAS = { w: 64, h: 64, fps: 5 };
const HLS = { hls: true, canvas: CANVAS };

interface Admission {
  readonly roleToken: string;
  readonly confrId: string;
  readonly ticket: string;
}

/** Starts a server and opens a room as ann, who is its admin once she has entered. */
async function open(env: Record<string, string> = {}): Promise<void> {
  test = await startTestServer({ DATA_DIR: dataDir, ...env });
}

async function create(body: JsonObject = {}, user = 'ann'): Promise<JsonObject> {
  const token = await test.signUp(user);
  const uid = `${APP_KEY}_${user}`;
  return (await test.post('/easemob/rtc/req/ticket', { uid, token, confrType: 10, password: '', ...body })).body;
}

async function admit(user: string, confrId?: string): Promise<Admission & { client: WireClient }> {
  const given = (await create(confrId === undefined ? {} : { confrId, role: 3 }, user)) as unknown as Admission;
  const { client } = await WireClient.enter(JSON.parse(given.ticket) as JsonObject);
  return { ...given, client };
}

async function call(path: string, body: JsonObject): Promise<JsonObject> {
  return (await test.post(`/easemob/rtc/${path}`, body)).body;
}

async function publish(client: WireClient): Promise<string> {
  const pubS = { type: 0, voff: 0, aoff: 0 };
  const { streamId } = await client.request({ op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS });
  return String(streamId);
}

describe('live outputs by REST', () => {
  it('are added, placed and deleted, and told to all members; the push URL to admins alone', async () => {
    await open({ LIVE_PUSH_HOSTS: '127.0.0.1' });
    const { roleToken, confrId, client: ann } = await admit('ann');
    const { client: ben } = await admit('ben', confrId);
    const streamId = await publish(ben);
    const cdn = 'rtmp://127.0.0.1:9/live/secret-key';
    const added = await call('livecfg', { confrId, roleToken, liveCfg: { cdn, layoutStyle: 'GRID', canvas: CANVAS } });
    expect(added).toEqual({ error: 0, liveId: expect.any(String) });
    const [forAdmin, forMember] = [await ann.push(Op.LiveConfigsChanged), await ben.push(Op.LiveConfigsChanged)];
    const { liveId } = added;
    expect(forAdmin.liveCfgs).toMatchObject([
      { id: liveId, cdn, layoutStyle: 'GRID', canvas: { w: 64 }, state: 'starting' },
    ]);
    expect(forMember.liveCfgs).toMatchObject([{ id: liveId, layoutStyle: 'GRID' }]);
    expect(JSON.stringify(forMember)).not.toContain('secret-key');
    expect(forMember.cver).toBe(forAdmin.cver);
    await vi.waitFor(() => expect([...test.engine.forwards.values()]).toMatchObject([{ sourceId: streamId }]));

    const regions = [{ sid: streamId, x: 0, y: 0, w: 32, h: 32, z: 1, style: 'fill' }];
    expect(await call('live/layout', { confrId, roleToken, liveId, regions })).toEqual({ error: 0 });
    const isPlaced = (frame: JsonObject): boolean =>
      frame.op === Op.LiveConfigsChanged && JSON.stringify(frame.liveCfgs).includes('CUSTOM');
    expect((await ben.next(isPlaced)).liveCfgs).toMatchObject([{ id: liveId, layoutStyle: 'CUSTOM', regions }]);
    const { client: late } = await admit('cem', confrId);
    expect(await late.push(Op.LiveConfigsChanged)).toMatchObject({ liveCfgs: [{ id: liveId, layoutStyle: 'CUSTOM' }] });

    const deletion = { method: 'DELETE', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ confrId, roleToken, liveId });
    const answer = await fetch(`${test.url}/easemob/rtc/delete/live`, { ...deletion, body });
    expect(await answer.json()).toEqual({ error: 0 });
    await ben.next((frame) => frame.op === Op.LiveConfigsChanged && JSON.stringify(frame.liveCfgs) === '[]');
    await vi.waitFor(() => expect(test.engine.forwards.size).toBe(0));
  });

  it('are refused with what is wrong, and nothing changes', async () => {
    await open({ MAX_LIVE_OUTPUTS: '1' });
    const { roleToken, confrId, client: ann } = await admit('ann');
    const guest = await admit('ben', confrId);
    const add = (liveCfg: unknown, token = roleToken): Promise<JsonObject> =>
      call('livecfg', { confrId, roleToken: token, liveCfg });
    expect(await add(HLS, guest.roleToken)).toMatchObject({ error: ServerCode.NoRights });
    expect(await add(HLS, 'forged')).toMatchObject({ error: ServerCode.TokenInvalid });
    const bad = { error: ServerCode.BadParameters };
    expect(await add({ layoutStyle: 'GRID' })).toMatchObject({ ...bad, msg: expect.stringContaining('"cdn"') });
    expect(await add({ cdn: 'http://example.com/a' })).toMatchObject({ ...bad, msg: expect.stringContaining('rtmp') });
    expect(await add({ cdn: 'rtmp://127.0.0.1/a' })).toMatchObject({
      ...bad,
      msg: expect.stringContaining('127.0.0.1'),
    });
    const unknown = [{ sid: 'ST0', x: 0, y: 0, w: 32, h: 32 }];
    expect(await add({ ...HLS, layoutStyle: 'CUSTOM', regions: unknown })).toMatchObject({
      ...bad,
      msg: expect.stringContaining('ST0'),
    });
    const { liveId } = await add(HLS);
    expect(await add(HLS)).toMatchObject({ error: ServerCode.NoRights, msg: expect.stringContaining('1 live output') });
    const place = (more: JsonObject): Promise<JsonObject> =>
      call('live/layout', { confrId, roleToken, liveId, regions: unknown, ...more });
    expect(await place({ liveId: 'LV0' })).toMatchObject({ ...bad, msg: expect.stringContaining('LV0') });
    expect(await place({})).toMatchObject({ ...bad, msg: expect.stringContaining('ST0') });
    expect(await place({ regions: [{ ...unknown[0], x: 60 }] })).toMatchObject({
      ...bad,
      msg: expect.stringContaining('outside the canvas'),
    });
    expect(test.server.registry.get(confrId)?.host.state.lives.get(String(liveId))).toMatchObject({ layout: 'GRID' });
    ann.close();
  });

  it('have a limit for the whole server, so that many conferences cannot take all of it', async () => {
    await open({ MAX_LIVE_OUTPUTS_TOTAL: '1' });
    const [ann, ben] = [await admit('ann'), await admit('ben')];
    // Live outputs of a conference's creation count from its first member on.
    const { ticket } = await create({ liveCfg: HLS }, 'cem');
    const { liveId } = await call('livecfg', { roleToken: ann.roleToken, liveCfg: HLS });
    expect(liveId).toBeDefined();
    const refused = { error: ServerCode.OperationUnsupported, msg: expect.stringContaining('1 live output') };
    expect(await call('livecfg', { roleToken: ben.roleToken, liveCfg: HLS })).toMatchObject(refused);
    expect(await create({ liveCfg: HLS }, 'dan')).toMatchObject(refused);
    const { client } = await WireClient.enter(JSON.parse(String(ticket)) as JsonObject);
    const isFailed = (frame: JsonObject): boolean => JSON.stringify(frame.liveCfgs ?? '').includes('"failed"');
    expect(await client.next(isFailed)).toMatchObject({
      liveCfgs: [{ reason: expect.stringContaining('1 live output') }],
    });
    await call('disband/conference', { roleToken: ann.roleToken });
    const isFree = async () => (await call('livecfg', { roleToken: ben.roleToken, liveCfg: HLS })).error === 0;
    await vi.waitUntil(isFree);
  });

  it('say what is missing where there is no ffmpeg; everything else goes on', async () => {
    await open({ FFMPEG_PATH: join(dataDir, 'no-ffmpeg') });
    const { roleToken, confrId, client } = await admit('ann');
    const refused = await call('livecfg', { confrId, roleToken, liveCfg: HLS });
    expect(refused).toMatchObject({ error: ServerCode.OperationUnsupported });
    expect(refused.msg).toMatch(/needs ffmpeg.*no-ffmpeg.*FFMPEG_PATH/);
    expect(await create({ liveCfg: HLS }, 'ben')).toMatchObject({ error: ServerCode.OperationUnsupported });
    expect(await publish(client)).toMatch(/^ST/);
  });
});

describe('a conference that is created with a live output', () => {
  it('has it from the first member on, and is not created with one that cannot be', async () => {
    await open();
    const before = [...test.server.registry.all].length;
    expect(await create({ liveCfg: { cdn: 'nowhere' } })).toMatchObject({ error: ServerCode.BadParameters });
    expect([...test.server.registry.all].length).toBe(before);
    const { ticket } = await create({ liveCfg: HLS });
    const { client } = await WireClient.enter(JSON.parse(String(ticket)) as JsonObject);
    expect(await client.push(Op.LiveConfigsChanged)).toMatchObject({ liveCfgs: [{ layoutStyle: 'GRID' }] });
  });
});

describe('files of an output', () => {
  it('are served while it lives, with their types, and nothing beside them', async () => {
    await open();
    const { roleToken, confrId, client } = await admit('ann');
    const { liveId, hls } = await call('livecfg', { confrId, roleToken, liveCfg: HLS });
    await client.push(Op.LiveConfigsChanged);
    const folder = join(dataDir, 'live', confrId, String(liveId));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'segment0.ts'), 'media');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    const get = (path: string): Promise<Response> => fetch(`${test.url}${path}`);
    const base = String(hls).replace(/index\.m3u8$/, '');
    const segment = await get(`${base}segment0.ts`);
    expect([segment.status, segment.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
    expect(await segment.text()).toBe('media');
    for (const path of ['secret.txt', '..%2F..%2F..%2Fsecret', 'segment9.ts', '%2e%2e%2fsegment0.ts']) {
      expect((await get(base + path)).status).toBe(404);
    }
    expect((await get(`/live/${confrId}/LV0/segment0.ts`)).status).toBe(404);
  });
});
