import { Op, QualityEvent, QualityRecordType, ServerCode } from '@lectern/rtc/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

const OPERATOR = 'the operator of this server';
const uidOf = (user: string): string => `${APP_KEY}_${user}`;

let clock: FakeClock;
let test: TestServer;

const start = async (env: Record<string, string> = {}): Promise<void> => {
  clock = new FakeClock();
  test = await startTestServer({ QUALITY_TOKEN: OPERATOR, ...env }, { clock });
};

beforeEach(() => start());
afterEach(() => test.server.close());

const sample = (counterId: number, more: JsonObject = {}): JsonObject => ({
  ...{ type: 1, counterId, time: 1_800_000_000_000 + counterId * 2_000, sId: 'ST1', rtcId: 'RTC0', isPub: true },
  ...{ streamType: 0, aP: 155, vP: 202, aPL: 0, vPL: 4, aPLR: 0, vPLR: 2, aKBps: 3, vKBps: 61, vW: 640, vH: 480 },
  ...more,
});

/** A member in a conference, with its upload socket. */
async function join(user: string, more = ''): Promise<Joined> {
  const ticket = await test.ticket(user);
  const { client, response } = await WireClient.enter(ticket);
  const query = `orgName=lectern&appName=demo&memName=${user}${more}&ts=1`;
  const upload = await WireClient.open(`${String(ticket.qoeUpUrl)}?${query}`);
  const init = { type: 0, counterId: 0, time: 1_800_000_000_000, sessionId: response.sessId, sdkVersion: '3.4.1' };
  return { ticket, client, upload, init, memId: String(response.memId) };
}

interface Joined {
  readonly ticket: JsonObject;
  readonly client: WireClient;
  readonly upload: WireClient;
  readonly init: JsonObject;
  readonly memId: string;
}

const send = (upload: WireClient, ...records: JsonObject[]): void => {
  for (const record of records) upload.raw(JSON.stringify(record));
};

/** Waits until that many records are on disk, while the clock goes on. */
const stored = async (count: number): Promise<void> => {
  await vi.waitUntil(() => {
    clock.advance(200);
    return test.store.quality.records.length >= count;
  });
  expect(test.store.quality.records).toHaveLength(count);
};

const ask = async (what: string, body: JsonObject, token?: string): Promise<JsonObject> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await test.post(`/easemob/rtc/quality/${what}`, body, headers)).body;
};
const as = async (user: string): Promise<JsonObject> => ({ uid: uidOf(user), token: await test.signUp(user) });

describe('the upload of quality', () => {
  it('keeps what deployed clients send, bound to conference and member and without secrets', async () => {
    const { ticket, upload, init, memId } = await join('ann');
    send(upload, { ...init, appkey: 'x#y', confrId: 'LC0', memName: 'y#z_ben', memId: 'MEM0' }, sample(1));
    // Such clients repeat numbers, and include relay servers with their credentials.
    send(upload, { type: 2, time: 5, event: 20, counterId: 1, connState: 2, rtcCfg: '{"credential":"secret"}', x: {} });
    await stored(3);
    const [first, second, third] = test.store.quality.records;
    expect(first).toMatchObject({ conferenceId: ticket.confrId, memName: uidOf('ann'), memId, type: 0 });
    expect(JSON.parse(first?.body ?? '')).toEqual({ type: 0, counterId: 0, time: init.time, sdkVersion: '3.4.1' });
    expect(JSON.parse(second?.body ?? '')).toEqual(sample(1));
    expect(second).toMatchObject({ streamId: 'ST1', time: 1_800_000_002_000, type: QualityRecordType.Sample });
    expect(JSON.parse(third?.body ?? '')).toEqual({ type: 2, time: 5, event: 20, counterId: 1, connState: 2 });
    expect(upload.received).toEqual([]);
  });

  it('proves no member id by the session of somebody else', async () => {
    const ann = await join('ann');
    const ben = await join('ben');
    send(ben.upload, { ...ben.init, sessionId: ann.init.sessionId }, sample(1));
    await stored(2);
    expect(test.store.quality.records.map(({ memId, memName }) => [memId, memName])).toEqual([
      [null, uidOf('ben')],
      [null, uidOf('ben')],
    ]);
  });

  it('tells those who ask what is on disk, and keeps once what is said again after a cut', async () => {
    const { ticket, upload, init } = await join('ann', '&ack=1&upId=upload-0001');
    // Before anything is stored, whatever the state of the database.
    expect(await upload.next(({ ack }) => typeof ack === 'number')).toEqual({ ack: -1 });
    send(upload, init, sample(1), sample(2));
    await stored(3);
    expect(await upload.next(({ ack }) => ack === 2)).toEqual({ ack: 2 });
    send(upload, sample(3));
    await stored(4);
    // The acknowledgement of the third is lost with the socket.
    upload.socket.terminate();
    const again = await WireClient.open(`${String(ticket.qoeUpUrl)}?ack=1&upId=upload-0001&ts=2`);
    send(again, init, sample(3), sample(4));
    await stored(5);
    expect(await again.next(({ ack }) => ack === 4)).toEqual({ ack: 4 });
    expect(test.store.quality.records.map(({ counterId }) => counterId)).toEqual([0, 1, 2, 3, 4]);
  });

  it('keeps all that a client says after a cut that names its upload and asks for no answers', async () => {
    const { ticket, upload, init } = await join('ann', '&upId=upload-0001');
    send(upload, init, sample(1));
    await stored(2);
    const again = await WireClient.open(`${String(ticket.qoeUpUrl)}?upId=upload-0001&ts=2`);
    send(again, init, sample(2));
    await stored(4);
    expect(test.store.quality.records.at(-1)?.time).toBe(sample(2).time);
  });

  it('tells two uploads of a user apart by their sessions where they have no name', async () => {
    const [first, second] = [await join('ann', '&ack=1'), await join('ann', '&ack=1')];
    send(first.upload, first.init, sample(1));
    send(second.upload, second.init, sample(1));
    await stored(4);
    expect(new Set(test.store.quality.records.map(({ uploadId }) => uploadId))).toEqual(
      new Set([first.memId, second.memId]),
    );
  });

  it('is for who has a ticket, and for as long as it holds or its member is there', async () => {
    await test.server.close();
    await start({ TICKET_TTL_MS: '5000' });
    const { ticket, client } = await join('ann');
    const url = String(ticket.qoeUpUrl);
    for (const wrong of [
      url.slice(0, -2),
      `${url}x`,
      url.replace(/[^/]*$/, ''),
      url.replace(/qoe\/[^.]*/, 'qoe/e30'),
    ]) {
      expect((await WireClient.open(wrong)).socket.readyState).not.toBe(WebSocket.OPEN);
    }
    clock.advance(6_000);
    expect((await WireClient.open(url)).socket.readyState).toBe(WebSocket.OPEN);
    await client.request({ op: Op.Leave });
    expect((await WireClient.open(url)).socket.readyState).not.toBe(WebSocket.OPEN);
  });

  it('is over for a socket that sends what is no record again and again, and for no other', async () => {
    const ann = await join('ann');
    const ben = await join('ben');
    // Deployed clients send this when joining failed.
    ann.upload.raw('[object Object]');
    send(ann.upload, ann.init);
    await stored(1);
    for (const wrong of ['', '[]', 'null', '"x"', '{"type":7}', '{"type":2}', '[{"type":1}]', '{}', '0']) {
      ann.upload.raw(wrong);
    }
    expect(await ann.upload.untilClosed()).toMatchObject({ code: 1008 });
    ben.upload.raw(Buffer.from('{"type":1}'));
    expect(await ben.upload.untilClosed()).toMatchObject({ code: 1003 });
    const long = await WireClient.open(String(ben.ticket.qoeUpUrl));
    send(long, sample(1, { text: 'x'.repeat(20_000) }));
    expect(await long.untilClosed()).toMatchObject({ code: 1009 });
    const other = await WireClient.open(String(ben.ticket.qoeUpUrl));
    send(other, sample(1, { text: 'x'.repeat(10_000) }));
    await stored(2);
    expect(test.store.quality.records[1]?.body.length).toBeLessThan(1_000);
    expect(await (await fetch(`${test.url}/metrics`)).text()).toContain(
      'lectern_quality_records_total{outcome="unreadable"} 10',
    );
  });

  it('reads slower what comes too fast, and loses none of it', async () => {
    await test.server.close();
    await start({ QUALITY_RECORD_BURST: '5', QUALITY_RECORDS_PER_SECOND: '10' });
    const { upload, init } = await join('ann');
    send(upload, init, ...Array.from({ length: 49 }, (_, index) => sample(index + 1)));
    await stored(50);
    expect(test.store.quality.records.map(({ counterId }) => counterId)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  it('has as many sockets of a user as the user may have sessions', async () => {
    await test.server.close();
    await start({ MAX_SESSIONS_PER_USER: '2' });
    const { ticket, upload } = await join('ann');
    const url = String(ticket.qoeUpUrl);
    const second = await WireClient.open(url);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
    expect((await WireClient.open(url)).socket.readyState).not.toBe(WebSocket.OPEN);
    upload.close();
    await upload.untilClosed();
    await vi.waitUntil(async () => (await WireClient.open(url)).socket.readyState === WebSocket.OPEN);
  });

  it('can be switched off', async () => {
    await test.server.close();
    await start({ QUALITY_UPLOAD: 'off' });
    expect(await test.ticket('ann')).not.toHaveProperty('qoeUpUrl');
  });

  it('is written when the server stops', async () => {
    const { upload, init } = await join('ann');
    const metrics = async (): Promise<string> => (await fetch(`${test.url}/metrics`)).text();
    send(upload, init);
    await vi.waitUntil(async () => (await metrics()).includes('lectern_quality_waiting 1'));
    await test.server.close();
    expect(upload.closed ?? (await upload.untilClosed())).toMatchObject({ code: 1001 });
    expect(test.store.quality.records).toHaveLength(1);
  });

  it('is counted: events by number, loss and round-trip times', async () => {
    const { upload, init } = await join('ann');
    send(upload, init, sample(1, { vPLR: 30, RTT: 120 }), { type: 2, event: 6, time: 1 });
    await stored(3);
    const text = await (await fetch(`${test.url}/metrics`)).text();
    expect(text).toContain('lectern_quality_events_total{event="6"} 1');
    expect(text).toContain('lectern_quality_loss_ratio_sum{media="video",direction="published"} 0.3');
    expect(text).toContain('lectern_quality_round_trip_seconds_sum 0.12');
    expect(text).toContain('lectern_quality_records_total{outcome="stored"} 3');
  });

  it('spoils no metric by what cannot be', async () => {
    const { upload, init } = await join('ann');
    const events = [3, 9, 22, 32_767].map((event) => ({ type: 2, event, time: 1 }));
    send(upload, init, sample(1, { aPLR: -50, vPLR: 1e308, RTT: 1e300 }), sample(2, { aPLR: 'x', RTT: -1 }), ...events);
    await stored(7);
    const text = await (await fetch(`${test.url}/metrics`)).text();
    expect(text).not.toContain('lectern_quality_loss_ratio_sum{media="audio"');
    expect(text).toContain('lectern_quality_loss_ratio_sum{media="video",direction="published"} 0.02\n');
    expect(text).toContain('lectern_quality_round_trip_seconds_sum 0\n');
    expect(text.match(/^lectern_quality_events_total.*$/gm)).toEqual(['lectern_quality_events_total{event="other"} 4']);
  });

  it('keeps every event of the wire, and is asked for each', async () => {
    const { ticket, upload, init } = await join('ann');
    const { confrId } = ticket;
    const events = Object.values(QualityEvent);
    send(upload, init, ...events.map((event) => ({ type: 2, event, time: 2, rtcId: 'RTC0', voff: 1 })));
    await stored(events.length + 1);
    for (const event of events) {
      const { records } = await ask('records', { ...(await as('ann')), confrId, event });
      expect(records).toMatchObject([
        { type: 2, event, time: 2, rtcId: 'RTC0', voff: 1, memName: uidOf('ann'), confrId },
      ]);
      expect(records).toHaveLength(1);
    }
  });
});

describe('records of quality', () => {
  it('are read page by page: everybody its own, admins all, the operator those of every conference', async () => {
    const ann = await join('ann');
    const ben = await join('ben');
    const { confrId } = ann.ticket;
    send(ann.upload, ann.init);
    send(ben.upload, ben.init, sample(1), sample(2), { type: 2, event: 5, time: 1_800_000_003_000, voff: 0 });
    await stored(5);
    const own = await ask('records', { ...(await as('ben')), confrId, limit: 2 });
    expect(own).toMatchObject({ error: 0, records: [{ type: 0 }, { type: 1 }], cursor: expect.any(String) });
    expect(own.records).toMatchObject([{ memId: ben.memId, memName: uidOf('ben'), confrId }, sample(1)]);
    const rest = await ask('records', { ...(await as('ben')), confrId, limit: 3, cursor: own.cursor });
    expect(rest).toMatchObject({ records: [{ event: 5 }, { counterId: 2 }] });
    expect(rest).not.toHaveProperty('cursor');

    for (const wish of [{ memName: 'ann' }, { memName: uidOf('ann') }]) {
      expect(await ask('records', { ...(await as('ben')), confrId, ...wish })).toMatchObject({
        error: ServerCode.NoRights,
      });
    }
    expect(await ask('members', { ...(await as('ben')), confrId })).toMatchObject({ error: ServerCode.NoRights });
    expect(await ask('records', { ...(await as('ann')), confrId, memName: 'ben', type: 2 })).toMatchObject({
      records: [{ event: 5 }],
    });
    const members = [
      { memName: uidOf('ann'), client: { sdkVersion: '3.4.1' } },
      { memName: uidOf('ben'), firstTime: 1_800_000_000_000, lastTime: 1_800_000_004_000 },
    ];
    expect(await ask('members', { ...(await as('ann')), confrId })).toMatchObject({ members });
    expect(await ask('members', { confrId }, OPERATOR)).toMatchObject({ error: 0, members });
    expect((await ask('records', { confrId, memName: uidOf('ben') }, OPERATOR)).records).toHaveLength(4);
    expect(await ask('members', { confrId }, `${OPERATOR}!`)).toMatchObject({ error: ServerCode.TokenInvalid });

    await ann.client.request({ op: Op.CloseConference });
    await vi.waitUntil(() => test.server.registry.get(String(confrId)) === undefined);
    expect(await ask('members', { ...(await as('ann')), confrId })).toMatchObject({ error: 0, members });
    expect((await ask('records', { ...(await as('ben')), confrId })).records).toHaveLength(4);
    expect(await ask('members', { ...(await as('ben')), confrId })).toMatchObject({ error: ServerCode.NoRights });
    expect(await ask('members', { ...(await as('ann')), confrId: 'LC0' })).toMatchObject({
      error: ServerCode.ConferenceNotFound,
    });
  });

  it('are not those of another application', async () => {
    await test.server.close();
    await start({ APP_KEYS: 'lectern#demo,other#app' });
    const { ticket, upload, init } = await join('ann');
    send(upload, init);
    await stored(1);
    await test.post('/other/app/users', { username: 'ann', password: 'pw' });
    const login = { grant_type: 'password', username: 'ann', password: 'pw' };
    const token = String((await test.post('/other/app/token', login)).body.access_token);
    const body = await ask('records', { uid: 'other#app_ann', token, confrId: ticket.confrId });
    expect(body).toMatchObject({ error: ServerCode.ConferenceNotFound });
  });

  it('refuse a query that cannot be answered, and say why', async () => {
    const { ticket } = await join('ann');
    const { confrId } = ticket;
    for (const wrong of [{ limit: 0 }, { limit: 1_001 }, { cursor: 'x' }, { type: 3 }, { from: -1 }, { sId: '\0' }]) {
      const { status, body } = await test.post('/easemob/rtc/quality/records', {
        ...(await as('ann')),
        ...{ confrId, ...wrong },
      });
      expect([status, body.errorMessage]).toEqual([400, expect.stringContaining(`${Object.keys(wrong)[0] ?? ''}: `)]);
    }
    expect((await test.post('/easemob/rtc/quality/records', await as('ann'))).status).toBe(400);
    expect((await ask('records', { confrId })).error).toBe(ServerCode.TokenInvalid);
  });

  it('that come when the conference is over still have its creator and admins, however long that is', async () => {
    const ann = await join('ann');
    const ben = await join('ben');
    const { confrId } = ann.ticket;
    await ann.client.request({ op: Op.CloseConference });
    await vi.waitUntil(() => test.server.registry.get(String(confrId)) === undefined);
    clock.advance(15_000);
    send(ben.upload, { type: 2, event: QualityEvent.Exit, time: 1_800_000_000_000 });
    await stored(1);
    const wish = { confrId, memName: 'ben' };
    expect(await ask('records', { ...(await as('ann')), ...wish })).toMatchObject({ records: [{ event: 1 }] });
  });

  it('that are old hold up no server that stops', async () => {
    // Simulates a table of millions of records.
    vi.spyOn(test.store.quality, 'prune').mockImplementation(() => new Promise((done) => setImmediate(() => done(1))));
    clock.advance(600_000);
    await test.server.close();
    expect(test.store.quality.prune).toHaveBeenCalled();
  });

  it('go when they were kept long enough', async () => {
    await test.server.close();
    await start({ QUALITY_RETENTION_MS: '3600000' });
    const { upload, init } = await join('ann');
    send(upload, init);
    await stored(1);
    clock.advance(3_000_000);
    expect(test.store.quality.records).toHaveLength(1);
    clock.advance(1_200_000);
    await expect.poll(() => test.store.quality.records).toEqual([]);
  });
});
