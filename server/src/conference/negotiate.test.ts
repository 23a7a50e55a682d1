import { Capability, Op, Role, ServerCode, TerminateReason, type WireMessage } from '@lectern/rtc/protocol';
import { describe, expect, it } from 'vitest';
import type { NegotiateAnswer } from '../media/engine.js';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import type { Member } from './model.js';
import type { EngineResult } from './ops/engine-results.js';

const caps = [Capability.Rebuild, Capability.Transports];
const sectionOf = (kind: 'audio' | 'video', mid: string, codec: string): string =>
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:${mid}\r\na=rtpmap:96 ${codec}\r\n`;
const SDP = ['0', '1', '2', '3'].reduce(
  (sdp, mid, index) =>
    sdp + (index % 2 === 0 ? sectionOf('audio', mid, 'opus/48000/2') : sectionOf('video', mid, 'VP8/90000')),
  'v=0\r\n',
);
const NEGOTIATE: WireMessage = {
  op: Op.Negotiate,
  trsId: 'TRS0',
  cctx: '_i_9',
  isNew: 1,
  sdp: JSON.stringify({ type: 'OFFER', sdp: SDP }),
  tsxId: 'N',
};

const request = (rtcId: string, mids: readonly string[], more: object): WireMessage => ({
  op: Op.Init,
  tsxId: `T ${rtcId}`,
  rtcId,
  cctx: '_i_1',
  trsId: 'TRS0',
  mids,
  ...more,
});

/** The engine answers the offer that the last input asked about. */
function answer(bench: Bench, fails: readonly number[] = [], refusal?: EngineResult<NegotiateAnswer>): void {
  const [asked] = bench.of('negotiate');
  if (asked === undefined) throw new Error('no offer was handed to the engine');
  const results = asked.request.transports.map(({ transportId, kind }, index) =>
    fails.includes(index)
      ? { transportId, ok: false as const, reason: 'codec-unsupported' as const, message: 'none' }
      : {
          transportId,
          ok: true as const,
          ...(kind === 'publish' && { kinds: { audio: true, video: true }, videoCodec: 'VP8' }),
        },
  );
  const result = refusal ?? { ok: true as const, answer: { answer: 'v=0 shared', candidates: [], results } };
  bench.feed({ kind: 'negotiated', request: asked.request, offer: asked.offer, result });
}

const told = (frames: readonly WireMessage[]): string[] =>
  frames.map(({ op, tsxId, rtcId, trsId, result, endReason }) =>
    [op, tsxId ?? trsId ?? rtcId, result ?? endReason].filter((part) => part !== undefined).join(' '),
  );

/** Alice has shared connections, bob has one for each stream. */
function classroom(): { bench: Bench; alice: Member; bob: Member } {
  const bench = new Bench();
  return {
    bench,
    alice: bench.enter('alice', { res: { caps } }),
    bob: bench.enter('bob', { role: Role.Talker }),
  };
}

/** Alice publishes and receives bob's stream, each in its sections. */
function joined(): ReturnType<typeof classroom> & { bobs: string; alices: string } {
  const all = classroom();
  const { bench, alice, bob } = all;
  const bobs = bench.publish(bob);
  bench.frame(alice, request('RTC0', ['0', '1'], { pubS: { type: 0 } }));
  bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }));
  bench.frame(alice, NEGOTIATE);
  answer(bench);
  const alices = [...bench.state.streams.values()].find(({ memId }) => memId === alice.id)?.id ?? '';
  return { ...all, bobs, alices };
}

describe('a connection that many streams share', () => {
  it('is granted to who asks for it', () => {
    const { bench, alice, bob } = classroom();
    expect([bench.now(alice).caps, bench.now(bob).caps]).toEqual([caps, []]);
    const refused = { result: ServerCode.OperationUnsupported };
    expect(bench.frame(bob, request('RTC0', ['0', '1'], { pubS: { type: 0 } }))).toMatchObject(refused);
    expect(bench.frame(bob, NEGOTIATE)).toMatchObject(refused);
  });

  it('answers many requests with one offer: their responses, that of the offer, its answer', () => {
    const { bench, alice, bob } = classroom();
    const bobs = bench.publish(bob);
    expect(bench.frame(alice, request('RTC0', ['0', '1'], { pubS: { type: 0 } }))).toBeUndefined();
    expect(bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }))).toBeUndefined();
    expect(bench.frame(alice, NEGOTIATE)).toBeUndefined();
    expect(bench.of('negotiate')).toMatchObject([
      {
        request: {
          roomId: 'LC1',
          isNew: true,
          offer: SDP,
          transports: [
            { kind: 'publish', mids: ['0', '1'], videoCodecs: ['VP8', 'H264'] },
            { kind: 'subscribe', mids: ['2', '3'], sourceId: bobs, wanted: { audio: true, video: true } },
          ],
        },
      },
    ]);
    answer(bench);
    expect(told(bench.sentTo(alice))).toEqual(['1001 T RTC0 0', '1001 T RTC2 0', '1001 N 0', '106 TRS0']);
    const [answered] = bench.sentTo(alice).slice(-1);
    expect(answered?.cctx).toBe('_i_9');
    expect(JSON.parse(String(answered?.sdp))).toMatchObject({ sdp: 'v=0 shared' });
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.StreamPublished, pubS: { memId: alice.id, vcodes: ['VP8'] } }]);
    expect([...bench.state.channels.values()].map(({ phase }) => phase)).toEqual(['open', 'open', 'open']);
  });

  it('refuses single requests by themselves, with the codes that they have alone', () => {
    const { bench, alice, bob } = classroom();
    const bobs = bench.publish(bob);
    bench.frame(alice, request('RTC0', ['0', '1'], { subSId: 'none' }));
    bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }));
    bench.frame(alice, NEGOTIATE);
    expect(told(bench.sentTo(alice))).toEqual([`1001 T RTC0 ${ServerCode.BadParameters}`]);
    answer(bench, [0]);
    const code = ServerCode.CodecUnsupported;
    expect(told(bench.sentTo(alice))).toEqual(['107 RTC2 22', `1001 T RTC2 ${code}`, '1001 N 0', '106 TRS0']);
    expect([...bench.state.channels.values()]).toHaveLength(1);
  });

  it('goes on with what it carries when another offer comes', () => {
    const { bench, alice } = joined();
    bench.frame(alice, { ...NEGOTIATE, isNew: undefined, tsxId: 'N2', cctx: '_i_10' });
    expect(bench.of('negotiate')).toMatchObject([{ request: { isNew: false, transports: [] } }]);
    answer(bench);
    expect(told(bench.sentTo(alice))).toEqual(['1001 N2 0', '106 TRS0']);
  });

  it('ends single streams by op 107 of their rtcId, as ever', () => {
    const { bench, alice, bob, alices } = joined();
    bench.frame(alice, { op: Op.Terminate, rtcId: 'RTC0' });
    expect(bench.sentTo(bob)).toMatchObject([{ op: Op.StreamUnpublished, pubSId: alices }]);
    expect(bench.of('closeTransport')).toHaveLength(1);
    expect(bench.state.connections.size).toBe(1);
  });

  it('is not made by an offer that is not its first', () => {
    const { bench, alice } = classroom();
    expect(bench.frame(alice, { ...NEGOTIATE, isNew: undefined })).toMatchObject({ result: ServerCode.RtcRequired });
    expect(bench.of('negotiate')).toEqual([]);
  });

  it('asks for another offer when a stream that was waited for is there', () => {
    const { bench, alice, bob } = classroom();
    const bobs = bench.publish(bob);
    bench.feed({
      kind: 'workerLost',
      transportIds: [...bench.state.channels.values()].map((each) => each.transportId),
    });
    bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }));
    bench.frame(alice, NEGOTIATE);
    expect(bench.of('negotiate')).toMatchObject([{ request: { transports: [] } }]);
    answer(bench);
    expect(told(bench.sentTo(alice))).toEqual(['1001 N 0', '106 TRS0']);
    bench.frame(bob, { op: Op.Init, rtcId: 'RTC0', cctx: '_i_2', sdp: offer('VP8'), pubS: { type: 0, id: bobs } });
    bench.answerPublish();
    expect(told(bench.sentTo(alice))).toContain('111 TRS0');
    bench.frame(alice, { ...NEGOTIATE, isNew: undefined, tsxId: 'N2' });
    expect(bench.of('negotiate')).toMatchObject([{ request: { transports: [{ kind: 'subscribe', sourceId: bobs }] } }]);
    answer(bench);
    expect(told(bench.sentTo(alice))).toEqual(['1001 T RTC2 0', '1001 N2 0', '106 TRS0']);
  });

  it.each(['worker', 'transport'] as const)(
    'is told once that it is lost with its %s, and its streams wait',
    (what) => {
      const { bench, alice, bob, alices } = joined();
      const [connection] = bench.state.connections.values();
      const lost = connection?.connectionId ?? '';
      const carried = [...bench.state.channels.values()].filter(({ shared }) => shared).map((each) => each.transportId);
      if (what === 'worker') bench.feed({ kind: 'workerLost', transportIds: [...carried, lost] });
      else bench.feed({ kind: 'transportLost', transportId: lost });
      expect(told(bench.sentTo(alice))).toEqual([`107 TRS0 ${TerminateReason.Rebuild}`]);
      expect(bench.sentTo(bob)).toEqual([]);
      expect(bench.state.connections.size).toBe(0);
      expect(bench.state.streams.get(alices)?.phase).toBe(what === 'worker' ? 'orphaned' : 'suspended');
    },
  );

  it('is given up by op 107 of its own, which keeps its streams for their republication', () => {
    const { bench, alice, alices } = joined();
    expect(bench.frame(alice, { op: Op.Terminate, trsId: 'TRS0' })).toMatchObject({ result: 0 });
    expect(bench.state.streams.get(alices)?.phase).toBe('suspended');
    expect(bench.state.connections.size).toBe(0);
    expect(bench.frame(alice, { op: Op.Terminate, trsId: 'TRS0' })).toMatchObject({ result: 0 });
  });

  it('ends with its member', () => {
    const { bench, alice } = joined();
    const [connection] = bench.state.connections.values();
    bench.frame(alice, { op: Op.Leave });
    expect(bench.of('closeTransport').map(({ transportId }) => transportId)).toContain(connection?.connectionId);
    expect([bench.state.connections.size, [...bench.state.channels.values()].length]).toEqual([0, 1]);
  });

  it('tells of an engine that can not, and of a connection that it does not know any more', () => {
    const { bench, alice, bob } = classroom();
    const bobs = bench.publish(bob);
    bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }));
    bench.frame(alice, NEGOTIATE);
    answer(bench, [], { ok: false, reason: 'no-transport', message: 'gone' });
    expect(told(bench.sentTo(alice))).toEqual([
      `1001 T RTC2 ${ServerCode.SystemError}`,
      `1001 N ${ServerCode.RtcRequired}`,
    ]);
    expect(bench.state.connections.size).toBe(0);
  });

  it('forgets requests whose offer was lost with the socket', () => {
    const { bench, alice, bob } = classroom();
    const bobs = bench.publish(bob);
    bench.frame(alice, request('RTC2', ['2', '3'], { subSId: bobs }));
    bench.feed({ kind: 'socketLost', socketId: 'socket-alice' });
    bench.enter('alice', { sessId: alice.sessId });
    bench.frame(alice, NEGOTIATE);
    expect(bench.of('negotiate')).toMatchObject([{ request: { transports: [] } }]);
  });
});
