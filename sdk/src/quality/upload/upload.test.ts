import { describe, expect, it } from 'vitest';
import { SDK_VERSION } from '../../core/version.js';
import { Op } from '../../protocol/index.js';
import { UPLOAD_TICKET, uploading } from '../../testing/uploading.js';

/** Audio and video as in the example of the wire document. */
const sentReport = [
  { type: 'outbound-rtp', kind: 'audio', packetsSent: 155, bytesSent: 6_200 },
  {
    ...{ type: 'outbound-rtp', kind: 'video', packetsSent: 202, bytesSent: 122_000 },
    ...{ frameWidth: 640, frameHeight: 480, framesPerSecond: 20 },
  },
  { type: 'media-source', kind: 'audio', audioLevel: 0.0161 },
  { type: 'candidate-pair', selected: true, currentRoundTripTime: 0.0421 },
];

describe('the address', () => {
  it('has who uploads, and names the upload over all its sockets', async () => {
    const { scenario, collector } = await uploading();
    collector.sockets[0]?.serverClose();
    await scenario.advance(5_000);
    const [first, second] = collector.sockets.map(({ url }) => new URL(url));
    const { upId, ts, ...rest } = Object.fromEntries(first?.searchParams ?? []);
    expect(`${first?.origin}${first?.pathname}`).toBe('wss://server.example/rtc/qoe');
    expect(rest).toEqual({ orgName: 'org', appName: 'app', memName: 'alice_b', access_token: 'tok&en', ack: '1' });
    expect(first?.search).toMatch(/^\?orgName=org&appName=app&memName=alice_b&ts=\d+&access_token=tok%26en&/);
    expect(second?.searchParams.get('upId')).toBe(upId);
    expect(Number(second?.searchParams.get('ts')) - Number(ts)).toBe(5_000);
  });

  it.each([
    ['/rtc/qoe', 'wss://page.example/rtc/qoe?orgName'],
    ['https://other.example/q?node=2', 'wss://other.example/q?node=2&orgName'],
  ])('may be %s', async (qoeUpUrl, url) => {
    const { collector } = await uploading({ ticket: { ...UPLOAD_TICKET, qoeUpUrl } });
    expect(collector.sockets[0]?.url.startsWith(`${url}=`)).toBe(true);
  });

  it('that is missing ends it without harm', async () => {
    const { scenario, conference, collector, upload } = await uploading({
      ticket: { ...UPLOAD_TICKET, qoeUpUrl: undefined },
    });
    await scenario.advance(10_000);
    expect([upload.getSnapshot().state, collector.sockets.length]).toEqual(['unavailable', 0]);
    expect(conference.state.getSnapshot().state).toBe('joined');
    upload.stop();
    expect(upload.getSnapshot().state).toBe('stopped');
  });

  it('that is none is tried ten times, as one that does not answer', async () => {
    const { scenario, upload } = await uploading({ ticket: { ...UPLOAD_TICKET, qoeUpUrl: 'mailto:nobody' } });
    await scenario.advance(60_000);
    expect(upload.getSnapshot().state).toBe('failed');
  });
});

describe('records', () => {
  it('begin with the first one, one every 500 ms', async () => {
    const { scenario, conference, collector } = await uploading();
    expect(collector.frames).toEqual([]);
    await scenario.advance(499);
    expect(collector.frames).toEqual([]);
    await scenario.advance(1);
    const { time, ...init } = collector.records[0] ?? {};
    expect(Object.keys(collector.records[0] ?? {}).join()).toBe(
      'type,counterId,appkey,confrId,memId,memName,time,joinConfrTime,sessionId,networkType,sdkOS,sdkVersion,deviceInfo,osVersion,result',
    );
    expect(time).toBe(scenario.platform.clock.now() - 500);
    expect(init).toEqual({
      ...{ type: 0, counterId: 0, appkey: 'org#app', confrId: 'LC1', memId: 'MEM_1', memName: 'org#app_alice_b' },
      ...{ joinConfrTime: 1795, sessionId: 'S1', networkType: 'WIFI', sdkOS: 'Web', sdkVersion: SDK_VERSION },
      ...{ deviceInfo: 'chrome', osVersion: 120, result: 0 },
    });
    await conference.publish();
    await conference.localStream()?.muteAudio();
    const before = collector.frames.length;
    await scenario.advance(2_000);
    expect(collector.frames.length - before).toBe(4);
  });

  it('of what is sent are those of the wire document, byte for byte', async () => {
    const { scenario, conference, collector } = await uploading();
    await conference.publish();
    scenario.platform.peers.latest.report = () => sentReport;
    await scenario.advance(4_000);
    const frame = collector.frames.find((text) => text.startsWith('{"type":1'));
    const { time, counterId } = JSON.parse(frame ?? '{}') as Record<string, number>;
    expect(frame).toBe(
      `{"type":1,"time":${time},"streamType":0,"sId":"ST_RTC0","rtcId":"RTC0","isPub":true,"aP":155,"vW":640,"vH":480,` +
        `"vP":202,"aPL":0,"vPL":0,"audioInputLevel":16,"vFps":20,"aKBps":0,"vKBps":0,"aPLR":0,"vPLR":0,"counterId":${counterId}}`,
    );
  });

  it('of what is received name the publisher', async () => {
    const { scenario, conference, collector } = await uploading({ streams: 1 });
    await conference.subscribe('ST_B0');
    let packets = 0;
    scenario.platform.peers.latest.report = () => {
      packets += 75;
      const lost = packets / 3;
      return [
        {
          type: 'inbound-rtp',
          kind: 'audio',
          packetsReceived: packets,
          packetsLost: lost,
          bytesReceived: packets * 80,
        },
      ];
    };
    await scenario.advance(20_000);
    const last = collector.frames.findLast((text) => text.startsWith('{"type":1')) ?? '';
    expect(last).toMatch(
      /^{"type":1,"time":\d+,"streamType":0,"sId":"ST_B0","rtcId":"RTC0","isPub":false,"subMemName":"org#app_bob","subMemId":"bob","aP":\d+,"aPL":\d+,"aKBps":3,"vKBps":0,"aPLR":25,"vPLR":0,"counterId":\d+}$/,
    );
  });

  it('have bytes, round-trip time and jitter as well for a server that acknowledges', async () => {
    const { scenario, conference, collector } = await uploading({ acknowledges: true });
    await scenario.advance(1_000);
    await conference.publish();
    scenario.platform.peers.latest.report = () => sentReport;
    await scenario.advance(4_000);
    const record = collector.records.find(({ type }) => type === 1);
    expect(record).toMatchObject({ aB: 6_200, vB: 122_000, RTT: 42 });
    expect(Object.keys(record ?? {}).at(-1)).toBe('counterId');
  });
});

describe('every kind of event', () => {
  it('is told with the members of the wire document, in their order', async () => {
    const { scenario, conference, collector } = await uploading({ streams: 1 });
    const { server, peers } = scenario.platform;
    const local = await conference.publish();
    await local.muteAudio();
    await local.unmuteAudio();
    await local.muteVideo();
    await local.unmuteVideo();
    await conference.subscribe('ST_B0');
    await scenario.advance();
    peers.latest.setIce('disconnected');
    peers.latest.setIce('failed');
    await scenario.advance(1_000);
    server.push({ op: Op.RoleUpdated, role: 7, roleToken: 'R2' });
    server.push({ op: Op.StreamUnpublished, memId: 'bob', pubS: { id: 'ST_B0' }, subSId: 'ST_B0' });
    server.push({ op: Op.MemberExited, memId: 'bob', reason: 0 });
    await scenario.advance();
    await scenario.advance(30_000);
    void conference.leave();
    await scenario.advance(3_000);
    const told = new Map<number, unknown>();
    for (const { type, time, counterId, event, ...fields } of collector.records) {
      if (type !== 2 || told.has(Number(event))) continue;
      expect([typeof time, typeof counterId]).toEqual(['number', 'number']);
      // Rebuilt connections get new numbers.
      told.set(Number(event), JSON.stringify(fields).replace(/"RTC\d"/, '"RTC"'));
    }
    const session = '"sessionId":"S1"';
    const own = `"rtcId":"RTC","sId":"ST_RTC0",${session},"streamType":0`;
    const bob = '"addMemId":"bob","addMemName":"org#app_bob"';
    expect(Object.fromEntries([...told].sort(([a], [b]) => a - b))).toEqual({
      0: '{"ip":"192.0.2.7"}',
      1: `{"reason":0,${session}}`,
      4: `{${session},"rtcId":"RTC","sId":"ST_RTC0","isPub":true,"streamType":"ST_RTC0"}`,
      5: `{${own},"voff":0,"aoff":0}`,
      6: `{${own},"voff":0,"aoff":0}`,
      7: `{${own},"voff":0,"aoff":1}`,
      8: `{${own},"voff":1,"aoff":0}`,
      10: '{"role":3,"addMemName":"org#app_bob","addMemId":"bob"}',
      11: '{"role":3,"removeMemName":"org#app_bob","removeMemId":"bob"}',
      12: `{"sId":"ST_B0","voff":0,"aoff":0,"streamType":0,${bob}}`,
      13: '{"sId":"ST_B0","streamType":0,"removeMemId":"bob","removeMemName":"org#app_bob"}',
      14: `{${session},"rtcId":"RTC","voff":0,"aoff":0,"streamType":0,"result":0}`,
      16: `{"rtcId":"RTC","sId":"ST_B0",${session},"result":0,"streamType":0,"subMemName":"org#app_bob","subMemId":"bob"}`,
      20: expect.stringMatching(
        /^{"rtcId":"RTC","connState":\d,"isPub":(true|false),"sId":"[^"]+","voff":0,"aoff":0}$/,
      ),
      21: `{"role":7,${session}}`,
    });
    const states = collector.events(20).filter(({ isPub }) => isPub === false);
    expect(new Set(states.map(({ connState }) => connState))).toEqual(new Set([2, 4, 5]));
  });

  it('goes before statistics that wait, but after the first record', async () => {
    const { scenario, conference, collector, ids } = await uploading({ streams: 4 });
    for (const id of ids) await conference.subscribe(id);
    await scenario.advance(30_000);
    await conference.publish();
    const before = collector.frames.length;
    await scenario.advance(1_000);
    const kinds = collector.records.slice(before).map(({ type, event }) => `${String(type)}/${String(event)}`);
    expect(kinds.filter((kind) => kind.startsWith('2/')).length).toBeGreaterThan(0);
    expect(collector.records[0]?.type).toBe(0);
    expect(collector.records.filter(({ type }) => type === 0)).toHaveLength(1);
  });
});

describe('a server that does not acknowledge', () => {
  it('gets no more than one record every 500 ms, the streams taking turns', async () => {
    const { scenario, conference, collector, upload, ids } = await uploading({ streams: 9 });
    for (const id of ids) await conference.subscribe(id);
    await scenario.advance(60_000);
    expect(collector.frames).toHaveLength(120);
    expect(upload.getSnapshot().waiting).toBeLessThanOrEqual(18);
    const counts = ids.map((id) => collector.records.filter(({ sId, type }) => sId === id && type === 1).length);
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThan(2 * Math.min(...counts));
  });

  it('is not sent twice what it may have', async () => {
    const { scenario, conference, collector, upload } = await uploading();
    await conference.publish();
    await scenario.advance(200_000);
    const before = collector.frames.length;
    collector.sockets[0]?.serverClose();
    await scenario.advance(10_000);
    const counters = collector.records.slice(before).map(({ counterId }) => counterId);
    const known = collector.records.slice(0, before).map(({ counterId }) => counterId);
    expect(counters[0]).toBe(0);
    expect(counters.slice(1).filter((counter) => known.includes(counter))).toEqual([]);
    expect(upload.getSnapshot()).toMatchObject({ state: 'open', unacknowledged: 0 });
  });
});

describe('the connection', () => {
  it('is tried again every 5000 ms, ten times', async () => {
    const { scenario, collector, upload } = await uploading();
    scenario.platform.sockets.behaviour = 'refuse';
    collector.sockets[0]?.serverClose();
    for (let attempt = 1; attempt <= 10; attempt++) {
      await scenario.advance(4_999);
      expect(collector.sockets).toHaveLength(attempt);
      await scenario.advance(1);
      expect(collector.sockets).toHaveLength(attempt + 1);
    }
    expect(upload.getSnapshot().state).toBe('failed');
    await scenario.advance(60_000);
    expect(collector.sockets).toHaveLength(11);
    scenario.platform.sockets.behaviour = 'accept';
    scenario.platform.network.set(false);
    scenario.platform.network.set(true);
    await scenario.advance();
    expect(upload.getSnapshot().state).toBe('open');
  });

  it('waits for the network, and does not count that', async () => {
    const { scenario, collector, upload } = await uploading();
    scenario.platform.network.set(false);
    await scenario.advance(300_000);
    expect([upload.getSnapshot().state, collector.sockets.length]).toEqual(['offline', 1]);
    scenario.platform.network.set(true);
    await scenario.advance();
    expect([upload.getSnapshot().state, collector.sockets.length]).toEqual(['open', 2]);
  });

  it('ends 3 s after the exit, with everything said that was left, and holds nothing then', async () => {
    const { scenario, conference, collector, upload, ids } = await uploading({ streams: 9 });
    for (const id of ids) await conference.subscribe(id);
    await scenario.advance(30_000);
    void conference.leave();
    await scenario.advance(2_900);
    expect(upload.getSnapshot().state).toBe('open');
    expect(upload.getSnapshot().waiting).toBeGreaterThan(0);
    await scenario.advance(100);
    expect(upload.getSnapshot()).toMatchObject({ state: 'stopped', waiting: 0 });
    expect(collector.events(1)).toHaveLength(1);
    expect(collector.sockets[0]?.closedByClient).toEqual({ code: 1000 });
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });

  it('hears nothing but acknowledgements', async () => {
    const { scenario, collector, upload } = await uploading();
    for (const text of ['', '[]', 'null', '{"ack":"7"}', 'hello']) collector.sockets[0]?.serverSend(text);
    await scenario.advance(1_000);
    expect(upload.getSnapshot()).toMatchObject({ state: 'open', unacknowledged: 0 });
  });
});
