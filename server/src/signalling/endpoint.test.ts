import { MAX_FRAME_BYTES, ServerCode } from '@lectern/rtc/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeClock, fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import { offer, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

let test: TestServer;
let clock: FakeClock;
/** Longer than the periods by which the tests advance the clock. */
const PING_INTERVAL_MS = 100_000;

beforeEach(async () => {
  clock = new FakeClock();
  test = await startTestServer(
    {
      FRAMES_PER_SECOND: '1000',
      FRAME_BURST: '5000',
      PING_INTERVAL_MS: String(PING_INTERVAL_MS),
      MAX_BUFFERED_BYTES: '500000',
    },
    { clock },
  );
});
afterEach(() => test.server.close());

const wsUrl = (): string => `${test.url.replace('http', 'ws')}/rtc/ws`;

describe('entering', () => {
  it('is refused for tickets that are forged, changed or of a conference that is over', async () => {
    const ticket = await test.ticket('alice');
    for (const tkt of [
      { ...ticket, role: 7, memName: 'lectern#demo_bob' },
      { ...ticket, exp: Number(ticket.exp) + 1 },
      { ...ticket, sig: '' },
      'no ticket',
      null,
      [],
    ]) {
      const client = await WireClient.open(wsUrl());
      expect(await client.request({ op: 200, tkt })).toMatchObject({ result: ServerCode.TicketInvalid });
    }
    clock.advance(120_000);
    const { response } = await WireClient.enter(ticket);
    expect(response).toMatchObject({ result: ServerCode.ConferenceInvalid });
  });

  it('takes the role from the ticket, whatever else the client says', async () => {
    await WireClient.enter(await test.ticket('alice'));
    const ticket = await test.ticket('bob', 'room', { role: 1 });
    const { client, response } = await WireClient.enter({ ...ticket, url: wsUrl() }, { role: 7, memId: 'MEM1' });
    expect(response).toMatchObject({ result: 0, role: 1 });
    const refused = await client.request({ op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } });
    expect(refused).toMatchObject({ result: ServerCode.NoRights, msg: 'Audience not allow publish' });
  });

  it('may publish as well', async () => {
    const ticket = await test.ticket('alice');
    const own = { rtcId: 'RTC0', cctx: '_i_1', sdp: offer('VP8'), pubS: { type: 0 } };
    for (const wrong of [{ rtcId: undefined }, { sdp: undefined }, { sdp: 'no json' }, { pubS: { type: 9 } }]) {
      const { response } = await WireClient.enter(ticket, { ...own, ...wrong });
      expect(response.result).not.toBe(0);
      expect(response).not.toHaveProperty('memId');
    }
    const { client, response } = await WireClient.enter(ticket, own);
    expect(response).toMatchObject({ result: 0, streamId: expect.any(String), csrc: 1000, sver: 1 });
    expect(await client.next(({ op }) => op === 106, 'op 106')).toMatchObject({
      rtcId: 'RTC0',
      cctx: '_i_1',
      sdp: expect.any(String),
    });
  });

  it('must come first and in time', async () => {
    const hasty = await WireClient.open(wsUrl());
    hasty.send({ op: 1000, tsxId: 'x' });
    expect(await hasty.untilClosed()).toMatchObject({ code: 1008 });
    const silent = await WireClient.open(wsUrl());
    clock.advance(20_000);
    expect(await silent.untilClosed()).toMatchObject({ code: 1008 });
  });

  it('is done once per socket, but may be repeated for the same session', async () => {
    const { client, response } = await WireClient.enter(await test.ticket('alice'));
    const other = await client.request({ op: 200, tkt: await test.ticket('bob'), sessId: undefined });
    expect(other).toMatchObject({ result: ServerCode.BadOperation });
    const again = await client.request({ op: 200, tkt: await test.ticket('alice') });
    expect(again).toMatchObject({ result: 0, memId: response.memId });
  });
});

describe('a socket that is lost', () => {
  it('is replaced by a new one with the same session, and nobody notices', async () => {
    const ticket = await test.ticket('alice');
    const { client: first, response } = await WireClient.enter(ticket);
    const { client: bob } = await WireClient.enter(await test.ticket('bob'));
    first.socket.terminate();
    await first.untilClosed();
    const { response: again } = await WireClient.enter(ticket, { sessId: response.sessId });
    expect(again).toMatchObject({ memId: response.memId, sessId: response.sessId });
    clock.advance(60_000);
    expect(await bob.request({ op: 1000 })).toMatchObject({ mems: [{ id: response.memId }, {}] });
    expect(bob.received.filter((frame) => frame.op === 301)).toEqual([]);
  });

  it('is announced after the grace time', async () => {
    const { client: alice, response } = await WireClient.enter(await test.ticket('alice'));
    const { client: bob } = await WireClient.enter(await test.ticket('bob'));
    alice.socket.terminate();
    await expect
      .poll(() => [...test.server.registry.all][0]?.host.state.members.get(String(response.memId))?.link.state)
      .toBe('away');
    clock.advance(44_999);
    expect(await bob.request({ op: 1000 })).toMatchObject({ mems: [{}, {}] });
    clock.advance(1);
    expect(await bob.push(301)).toMatchObject({ memId: response.memId });
  });

  it('is dropped when it is silent for two pings', async () => {
    const { client } = await WireClient.enter(await test.ticket('alice'), {}, { autoPong: false });
    for (let pings = 0; pings < 3; pings += 1) clock.advance(PING_INTERVAL_MS);
    expect(await client.untilClosed()).toMatchObject({ code: 1006 });
  });
});

describe('traffic that breaks the rules', () => {
  it.each([
    ['binary frames', Buffer.from('{"op":1000}'), 1003],
    ['arrays', '[{"op":1000}]', 1008],
    ['garbage', 'hello', 1008],
    ['frames without op', '{"tsxId":"1"}', 1008],
    ['oversize frames', JSON.stringify({ op: 1003, arg: 'x'.repeat(MAX_FRAME_BYTES) }), 1009],
  ])('closes the socket that sends %s and harms nobody else', async (_what, data, code) => {
    const { client: alice } = await WireClient.enter(await test.ticket('alice'));
    const { client: bob } = await WireClient.enter(await test.ticket('bob'));
    bob.raw(data);
    expect(await bob.untilClosed()).toMatchObject({ code });
    expect(await alice.request({ op: 1000 })).toMatchObject({ result: 0 });
  });

  it('closes the socket that sends more than it may', async () => {
    const { client } = await WireClient.enter(await test.ticket('alice'));
    for (let sent = 0; sent < 6_000; sent += 1) client.send({ op: 1000 });
    expect(await client.untilClosed()).toMatchObject({ code: 1008, reason: 'too many frames' });
  });

  it('does not pile up for a member that reads too slowly', async () => {
    const { client: alice } = await WireClient.enter(await test.ticket('alice'));
    const { client: bob, response } = await WireClient.enter(await test.ticket('bob'));
    bob.socket.pause();
    const arg = 'x'.repeat(200_000);
    let isReachable = true;
    for (let sent = 0; sent < 500 && isReachable; sent += 1) {
      isReachable = (await alice.request({ op: 1003, memId: response.memId, arg })).result === 0;
    }
    expect(isReachable).toBe(false);
  });

  it('gets 404 on any other path', async () => {
    const socket = new WebSocket(`${wsUrl()}x?0`);
    const error = await new Promise((done) => socket.once('error', done));
    expect(String(error)).toContain('404');
  });
});

describe('any frames at all', () => {
  const options = fuzzOptions(60, 0.05);
  const nested = fc.jsonValue({ maxDepth: 3 });
  const op = fc.constantFrom(102, 105, 106, 107, 205, 206, 400, 500, 1000, 1001, 1003, 1004, 204, 0, -1, 1e9);
  const member = fc.constantFrom(
    'rtcId',
    'cctx',
    'sdp',
    'cands',
    'pubS',
    'subSId',
    'memId',
    'arg',
    'endReason',
    'voff',
    'aoff',
    'cver',
    'result',
    'tsxId',
  );
  const valid = fc.constantFrom<JsonObject>(
    { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } },
    { op: 102, rtcId: 'RTC0', sdp: offer('VP8'), subSId: 'ST' },
    { op: 105, rtcId: 'RTC0', cands: ['{"candidate":"candidate:1","mlineindex":0,"mid":"0"}'] },
    { op: 205, rtcId: 'RTC0', subSId: 'ST', subSVideo: true, subSAudio: true },
    { op: 400, rtcId: 'RTC0', voff: 1, aoff: 1 },
  );
  const mutated = fc.tuple(valid, fc.dictionary(member, nested)).map(([frame, change]) => ({ ...frame, ...change }));
  const random = fc.tuple(op, fc.dictionary(member, nested)).map(([number, rest]) => ({ ...rest, op: number }));

  it(
    'leave the server up and the other members undisturbed',
    async () => {
      const { client: alice, response } = await WireClient.enter(await test.ticket('alice'));
      const published = await alice.request({ op: 102, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } });
      const { client: mallory } = await WireClient.enter(await test.ticket('mallory'));
      await alice.push(300);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(mutated, random), { minLength: 5, maxLength: 30 }), async (frames) => {
          for (const [index, frame] of frames.entries()) mallory.send({ ...frame, tsxId: `X${index}` });
          expect(await mallory.request({ op: 1000 })).toMatchObject({ result: 0 });
          mallory.received.length = 0;
          clock.advance(1_000);
        }),
        options,
      );
      const state = await alice.request({ op: 1000 });
      expect(state.mems).toContainEqual(expect.objectContaining({ id: response.memId }));
      expect(state.streams).toContainEqual(
        expect.objectContaining({ id: published.streamId, sver: 1, voff: 0, aoff: 0 }),
      );
      const heard = new Set(alice.received.map((frame) => frame.op));
      for (const number of heard) expect([106, 302, 303, 400, 1003]).toContain(number);
    },
    fuzzLimitMs(options, 200),
  );
});
