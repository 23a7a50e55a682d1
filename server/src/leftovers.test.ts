import { ConferenceType, Op } from '@lectern/rtc/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConferenceHost } from './conference/host.js';
import { Journal } from './conference/journal.js';
import { DurableDelivery } from './conference/durable-delivery.js';
import { LiveOutput } from './live/output.js';
import { fakeFfmpeg } from './live/testing/fake-ffmpeg.js';
import { ActiveRecording } from './recording/active.js';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, offer, startTestServer, WireClient, type JsonObject, type TestServer } from './testing/harness.js';
import { Lane } from './webhooks/lane.js';

/** Conferences of each kind; a larger number helps in the search for a leak. */
const CONFERENCES = Number(process.env['LEFTOVERS'] ?? 10);
const WITH_LIVE_OUTPUT = 2;
const KINDS = [
  ['COMMUNICATION', ConferenceType.Communication],
  ['COMMUNICATION_MIX', ConferenceType.CommunicationMix],
  ['LIVE', ConferenceType.Live],
  ['P2P', ConferenceType.P2p],
] as const;

let folder: string;
let clock: FakeClock;
let test: TestServer;
let receiver: Server;
let told: Map<string, number>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-leftovers-'));
  told = new Map();
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { type } = JSON.parse(text) as { type: string };
      told.set(type, (told.get(type) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  clock = new FakeClock();
  test = await startTestServer(
    {
      DATA_DIR: folder,
      FFMPEG_PATH: fakeFfmpeg(folder, 'swallows'),
      MAX_OWN_CONFERENCES: String(CONFERENCES),
      MAX_SOCKETS_PER_ADDRESS: String(CONFERENCES),
      WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      WEBHOOK_SECRET: 'a secret of both sides',
    },
    { clock },
  );
});

afterEach(async () => {
  await test.server.close();
  await new Promise((done) => receiver.close(done));
  await rm(folder, { recursive: true });
});

/** A conference of two members, with everything that its kind has. */
async function hold(type: ConferenceType, hasLiveOutput: boolean): Promise<void> {
  const [ann, ben] = [await test.signUp('ann'), await test.signUp('ben')];
  const ask = async (user: string, token: string, more: JsonObject): Promise<JsonObject> => {
    const body = { uid: `${APP_KEY}_${user}`, token, password: '', ...more };
    return (await test.post('/easemob/rtc/req/ticket', body)).body;
  };
  const creation = type === ConferenceType.P2p ? { callee: 'ben' } : { rec: true, recMerge: false };
  const { ticket, confrId, roleToken } = await ask('ann', ann, { confrType: type, ...creation });
  const { client: first } = await WireClient.enter(JSON.parse(String(ticket)) as JsonObject);
  const other = await ask('ben', ben, { confrId, role: 3 });
  const { client: second } = await WireClient.enter(JSON.parse(String(other.ticket)) as JsonObject);
  if (type !== ConferenceType.P2p) {
    const pubS = { type: type === ConferenceType.Communication ? 0 : 2 };
    const { streamId } = await first.request({ op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS });
    const subSId = type === ConferenceType.Live ? '0' : streamId;
    await second.request({ op: Op.Init, rtcId: 'RTC1', sdp: offer('VP8'), subSId });
    await test.post('/easemob/rtc/confr/attrs/update', { roleToken, cattrs: [{ key: 'page', val: '1' }] });
  }
  if (hasLiveOutput) {
    const canvas = { width: 64, height: 64, framesPerSecond: 5, bitrate: 50_000, background: 0 };
    const config = { pushUrl: undefined, hls: true, layout: 'GRID', canvas, regions: [] } as const;
    const host = test.server.registry.get(String(confrId))?.host;
    await host?.command({
      kind: 'command',
      by: `${APP_KEY}_ann`,
      command: { kind: 'addLive', liveId: `LV${String(confrId)}`, config },
    });
  }
  await first.request({ op: Op.CloseConference });
  for (const client of [first, second]) client.close();
}

const LIVING = { ConferenceHost, Journal, DurableDelivery, Lane, ActiveRecording, LiveOutput };

const held = () => {
  const { transports, sources, forwards, mixes, mixParts, recordings } = test.engine;
  const media = { transports, sources, forwards, mixes, mixParts, recordings };
  return {
    conferences: [...test.server.registry.all].length,
    ...Object.fromEntries(Object.entries(media).map(([name, { size }]) => [name, size])),
  };
};
/** Collects garbage and walks the whole heap for each class, so it is called as seldom as possible. */
const living = () =>
  Object.fromEntries(Object.entries(LIVING).map(([name, kind]) => [name, queryObjects(kind, { format: 'count' })]));

/** The classes with at least one remaining instance. */
const remaining = (counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(counts).filter(([, count]) => count !== 0);

/** Holds the conferences of a kind, and waits until all of them are closed and unregistered. */
async function holdAll(type: ConferenceType, name: string): Promise<void> {
  told.clear();
  await hold(type, false);
  await vi.waitFor(() => expect(told.get('conference.ended')).toBe(1));
  clock.advance(10_000);
  const timers = clock.pending;
  for (let count = 1; count < CONFERENCES; count += 1) {
    await hold(type, count <= WITH_LIVE_OUTPUT && type !== ConferenceType.P2p);
  }
  await vi.waitFor(() => expect(told.get('conference.ended')).toBe(CONFERENCES));
  clock.advance(10_000);
  await vi.waitFor(() => expect(remaining(held()), name).toEqual([]), { interval: 20 });
  expect(clock.pending, `timers of ${name}`).toBe(timers);
}

it(`leaves nothing of ${CONFERENCES} conferences of each kind that are over`, async () => {
  for (const [name, type] of KINDS) await holdAll(type, name);
  await vi.waitFor(() => expect(remaining(living())).toEqual([]), { interval: 500 });
});
