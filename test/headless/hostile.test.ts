import fc from 'fast-check';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOSTILE_PACKETS } from '../../server/src/media/packet-filter/testing/corpus.js';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, othersOf, streamOf } from './classroom.js';
import { everybodyPerceivesEverybody } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';
import { RawMember, requestRawTicket } from './raw-member.js';

const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=sendonly',
  'a=rtcp-mux',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=rtpmap:96 VP8/90000',
  'a=ssrc:1 cname:x',
  '',
].join('\r\n');

/** The port of a UDP candidate: `candidate:<foundation> <component> udp <priority> <address> <port>`. */
const CANDIDATE_PORT = /candidate:\S+ \d+ udp \d+ \S+ (\d+)/gi;

const closeCodeOf = (member: RawMember): Promise<number | undefined> =>
  eventually(
    'the socket being closed',
    () => member.closeCode,
    (code) => code !== undefined,
  );

const wireSdp = (sdp: unknown): string => JSON.stringify({ type: 'OFFER', sdp });

describe('hostile traffic in a conference', () => {
  let server: ServerProcess;
  let classroom: Classroom;
  let proxy: SignallingProxy;
  let ann: HeadlessParticipant;
  let ben: HeadlessParticipant;
  let eventsBefore: number;
  const raw: RawMember[] = [];
  /** UDP ports of the server that Ann sends media to and receives media from. */
  const mediaPorts = new Set<number>();

  beforeAll(async () => {
    server = await ServerProcess.start({ env: { GRACE_MS: '0' } });
    proxy = await SignallingProxy.start(server.url);
    proxy.rewrite((frame) => {
      if (frame.direction === 'toClient') {
        for (const [, port] of frame.data.toString().matchAll(CANDIDATE_PORT)) mediaPorts.add(Number(port));
      }
      return frame;
    });
    classroom = new Classroom(server.url);
    ann = await classroom.enter('ann', { role: 7, serverUrl: proxy.url });
    ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
  });

  afterAll(async () => {
    await classroom.close();
    await proxy.close();
    await server.close();
  });

  beforeEach(async () => {
    eventsBefore = (await ann.tell('events')).length;
  });

  afterEach(() => {
    for (const member of raw.splice(0)) member.close();
  });

  /** Ids of the processes that forward media; a worker that was replaced has another. */
  const mediaWorkers = (): readonly number[] =>
    server.processes.filter(({ commandLine }) => commandLine.includes('worker.js')).map(({ pid }) => pid);

  const ticketFor = (name: string) => requestRawTicket(server.url, classroom.room, name);

  const connect = async (): Promise<RawMember> => {
    const member = await RawMember.connect(await ticketFor('mallory'));
    raw.push(member);
    return member;
  };

  const enter = async (): Promise<RawMember> => {
    const member = await connect();
    expect(await member.enter()).toMatchObject({ result: 0 });
    return member;
  };

  /**
   * Checks that Ann and Ben are unaffected: same streams, and no events but arrivals and departures of the intruder.
   */
  const nobodyNotices = async (): Promise<void> => {
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await streamOf(ann, ben)).toMatchObject({ version: 1, audioMuted: false, videoMuted: false });
    expect(await streamOf(ben, ann)).toMatchObject({ version: 1, audioMuted: false, videoMuted: false });
    const events = (await ann.tell('events')).slice(eventsBefore);
    const unexpected = events.filter(
      ({ name, detail }) =>
        !['memberJoined', 'memberLeft', 'streamAdded', 'streamRemoved'].includes(name) &&
        !JSON.stringify(detail).includes('mallory'),
    );
    expect(unexpected).toEqual([]);
    expect(await othersOf(ann)).toContain('ben');
  };

  it('datagrams of a stranger to the media ports change nothing, however their lengths lie', async () => {
    expect(mediaPorts.size).toBeGreaterThan(0);
    const workers = mediaWorkers();
    expect(workers).not.toEqual([]);
    const stranger = createSocket('udp4').bind(0, '127.0.0.1');
    await once(stranger, 'listening');
    for (const port of mediaPorts) {
      for (const { packet } of HOSTILE_PACKETS) {
        await new Promise<void>((resolve, reject) => {
          stranger.send(packet, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
        });
      }
    }
    stranger.close();
    await nobodyNotices();
    expect(mediaWorkers()).toEqual(workers);
  });

  it('forged, foreign and broken tickets get an error, and the socket is no member', async () => {
    const ticket = await ticketFor('mallory');
    const bens = await ticketFor('ben2');
    const forgeries: unknown[] = [
      undefined,
      null,
      7,
      'ticket',
      [],
      {},
      { ...ticket, confrId: 'LC-elsewhere' },
      { ...ticket, memName: bens['memName'] },
      { ...ticket, tktId: bens['tktId'] },
      Object.fromEntries(
        Object.entries(ticket).map(([key, value]) => [key, typeof value === 'string' ? `${value}x` : value]),
      ),
    ];
    for (const forgery of forgeries) {
      const member = await connect();
      const answer = await member.enterWith(forgery);
      expect(answer['result'], JSON.stringify(forgery)).toSatisfy((result) => typeof result === 'number' && result < 0);
      expect(answer).not.toHaveProperty('sessId');
      member.close();
    }
    expect(await othersOf(ann)).toEqual(['ben']);
    await nobodyNotices();
  });

  it('frames that are no frames close the socket that sent them', async () => {
    const frames = ['', 'null', '[]', '[{"op":200}]', '{', '7', '{"op":"200"}', '{}', Buffer.from([1, 2, 3])];
    for (const frame of frames) {
      const member = await enter();
      member.send(frame);
      expect(await closeCodeOf(member)).toSatisfy((code) => code === 1003 || code === 1007 || code === 1008);
    }
    await nobodyNotices();
  });

  it('a frame above 256 KiB closes the socket', async () => {
    const member = await enter();
    member.say({ op: 1003, memId: 'x', arg: 'x'.repeat(300 * 1024) });
    expect(await closeCodeOf(member)).toBe(1009);
    await nobodyNotices();
  });

  it('a flood closes the socket', async () => {
    const member = await enter();
    for (let sent = 0; sent < 20_000; sent += 1) member.say({ op: 1000 });
    expect(await closeCodeOf(member)).toBe(1008);
    await nobodyNotices();
  });

  it('broken offers get an error each', async () => {
    const member = await enter();
    const offers: unknown[] = [
      undefined,
      7,
      'no JSON',
      wireSdp(7),
      wireSdp(''),
      wireSdp('v=0'),
      wireSdp(OFFER.replaceAll('\r\n', ' ')),
      wireSdp(OFFER.replace(/a=fingerprint.*\r\n/, '')),
      wireSdp(OFFER.replace(/a=ice-.*\r\n/g, '')),
      wireSdp(OFFER.replace('VP8', 'NOSUCH')),
      wireSdp(OFFER.replace('m=video 9', 'm=vid 99999')),
      JSON.stringify({ type: 'ANSWER', sdp: OFFER }),
    ];
    for (const [index, sdp] of offers.entries()) {
      const answer = await member.request({
        op: 102,
        rtcId: `RTC${index}`,
        cctx: `_i_${index}`,
        sdp,
        pubS: { type: 0 },
      });
      expect(answer['result'], String(sdp)).not.toBe(0);
    }
    expect(
      (await member.request({ op: 102, rtcId: 'RTC99', sdp: wireSdp(OFFER), subSId: 'no such' }))['result'],
    ).not.toBe(0);
    expect(member.closeCode).toBeUndefined();
    await nobodyNotices();
  });

  it('what belongs to others can not be touched', async () => {
    const member = await enter();
    const streamId = (await streamOf(ben, ann))?.id ?? '';
    const memberId = (await ben.tell('state')).members.find(({ name }) => name.endsWith('_ann'))?.id ?? '';
    expect([streamId, memberId]).not.toContain('');
    const kidnap = { op: 102, rtcId: 'RTC0', cctx: '_i_1', sdp: wireSdp(OFFER), pubS: { id: streamId, type: 0 } };
    const answer = await member.request(kidnap);
    expect(answer['streamId']).not.toBe(streamId);
    for (const rtcId of ['RTC0', 'RTC2', '_i_1']) {
      member.say({ op: 107, rtcId, memId: memberId, streamId, endReason: 0 });
      member.say({ op: 400, rtcId, memId: memberId, streamId, voff: 1, aoff: 1 });
      member.say({ op: 206, rtcId, subSId: streamId });
      member.say({
        op: 105,
        rtcId,
        memId: memberId,
        cands: ['{"candidate":"candidate:1 1 udp 1 127.0.0.1 9 typ host"}'],
      });
    }
    member.say({ op: 201, memId: memberId });
    await eventually(
      'mallory being gone',
      () => othersOf(ann),
      (others) => !others.includes('mallory'),
    );
    await nobodyNotices();
  });

  it('a talker has no rights of an admin, and members can not play the server', async () => {
    const member = await enter();
    expect((await member.request({ op: 204, reason: 11 }))['result']).not.toBe(0);
    const memberId = (await ben.tell('state')).members.find(({ name }) => name.endsWith('_ann'))?.id ?? '';
    for (const op of [300, 301, 302, 303, 402, 412, 413, 452, 106, 104]) {
      member.say({ op, memId: memberId, reason: 0, role: 1, pubSId: (await streamOf(ben, ann))?.id, mem: { id: 'X' } });
    }
    await nobodyNotices();
  });

  it('arbitrary members in known operations do no harm', async () => {
    const op = fc.constantFrom(102, 105, 107, 205, 206, 400, 500, 1000, 1001, 1002, 1003, 1004, 999_999, -1);
    const junk = fc.dictionary(
      fc.constantFrom(
        'rtcId',
        'cctx',
        'sdp',
        'cands',
        'pubS',
        'subSId',
        'arg',
        'memId',
        'voff',
        'cver',
        'endReason',
        'result',
      ),
      fc.jsonValue(),
    );
    const frames = fc.sample(fc.tuple(op, junk), { numRuns: 400, seed: 20 });
    let member = await enter();
    for (const [index, [number, members]] of frames.entries()) {
      member.say({ ...members, op: number });
      // A refusal may close the socket; the rest is tried with a new one.
      if (index % 50 !== 49) continue;
      if (member.closeCode === undefined)
        await eventually(
          'silence',
          () => member.received.length,
          () => true,
        );
      member.close();
      member = await enter();
    }
    const health = await fetch(`${server.url}/healthz`);
    expect(health.status).toBe(200);
    await nobodyNotices();
  });

  it('REST bodies of any shape get an error of the wire', async () => {
    const bodies = ['', '{', '[]', 'null', '7', '"x"', '{"uid":7}', JSON.stringify({ confrId: {}, password: [] })];
    const paths = [
      'easemob/rtc/req/ticket',
      'easemob/rtc/select/confr',
      'lectern/demo/conferences/room',
      'lectern/demo/token',
    ];
    for (const path of paths) {
      for (const body of bodies) {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${server.url}/${path}`, { method: 'POST', headers, body });
        expect(response.status, `${path} ${body}`).toBeLessThan(500);
        const answer = (await response.json()) as { readonly error?: unknown };
        expect(answer.error, `${path} ${body}`).toSatisfy((error) => error !== 0 && error !== undefined);
      }
    }
    await nobodyNotices();
  });
});
