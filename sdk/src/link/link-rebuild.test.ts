import { describe, expect, it } from 'vitest';
import { LecternError } from '../core/errors.js';
import { CLOSE_DELAY_MS, Op } from '../protocol/index.js';
import { linkFixture, linkedFixture } from '../testing/link.js';
import { LINK_TIMEOUT_MS } from './constants.js';

const CLOSED = new LecternError('closed', { reason: 'closed' });

describe('ICE', () => {
  it('gives the weak notice 1000 ms after a disconnect, and not when it comes back', async () => {
    const { peers, clock, log } = await linkedFixture('subscribe');
    peers.latest.setIce('disconnected');
    await clock.advance(999);
    peers.latest.setIce('connected');
    await clock.advance(5_000);
    expect(log).toEqual(['weak', 'linked']);
    peers.latest.setIce('disconnected');
    await clock.advance(1_000);
    expect(log).toEqual(['weak', 'linked', 'weak', 'weak notice']);
  });

  it('rebuilds a subscription 500 ms after a failure: 107, then 102 with a new rtcId', async () => {
    const { peers, clock, port, link } = await linkedFixture('subscribe');
    peers.latest.setIce('failed');
    expect([link.state, peers.open.length]).toEqual(['rebuilding', 0]);
    await clock.advance(499);
    expect(port.log).toEqual([]);
    await clock.advance(1);
    expect(port.log).toEqual(['107 RTC0', '102 RTC2 _i_3']);
  });

  it('rebuilds a publication: 107 −10, 100 ms, 102 with the same rtcId and a new cctx', async () => {
    const { peers, clock, port } = await linkedFixture('publish');
    peers.latest.setIce('failed');
    await clock.advance(500);
    expect(port.log).toEqual(['107 RTC0 -10']);
    await clock.advance(99);
    expect(port.log).toHaveLength(1);
    await clock.advance(1);
    expect(port.log).toEqual(['107 RTC0 -10', '102 RTC0 _i_2']);
  });

  it('says 107 first where it is asked to, and offers after the wait: a codec switch', async () => {
    const { clock, port, link, peers } = await linkedFixture('publish');
    void link.rebuild({ delayMs: 300, isToldFirst: true });
    expect([port.log, link.state, peers.open.length]).toEqual([['107 RTC0 -10'], 'rebuilding', 0]);
    await clock.advance(299);
    expect(port.log).toHaveLength(1);
    await clock.advance(1);
    expect(port.log).toEqual(['107 RTC0 -10', '102 RTC0 _i_2']);
  });

  it('gives up after three rebuilds with −203 and a 107', async () => {
    const { peers, clock, port, link, failures, answer } = await linkedFixture('subscribe');
    for (let round = 0; round < 3; round++) {
      peers.latest.setIce('failed');
      await clock.advance(500);
      await answer();
      expect(link.state).toBe('connecting');
    }
    peers.latest.setIce('failed');
    await clock.advance(60_000);
    expect(failures).toMatchObject([{ errorType: 'sub_fail', code: -203 }]);
    expect(port.sent.filter(({ op }) => op === Op.Init)).toHaveLength(3);
    expect([link.state, port.log.at(-1), clock.pendingTimers]).toEqual(['failed', '107 RTC6', 0]);
  });

  it('counts anew after it was linked', async () => {
    const { peers, clock, link, answer } = await linkedFixture('subscribe');
    for (let round = 0; round < 10; round++) {
      peers.latest.setIce('failed');
      await clock.advance(500);
      await answer();
      peers.latest.setIce('connected');
    }
    expect(link.state).toBe('linked');
  });

  it('takes a lost answer for a failed try', async () => {
    const { open, clock, port, link } = linkFixture('subscribe');
    await open();
    await clock.advance(LINK_TIMEOUT_MS);
    expect(link.state).toBe('rebuilding');
    await clock.advance(500);
    expect(port.log).toEqual(['102 RTC0 _i_1', '107 RTC0', '102 RTC2 _i_3']);
  });

  it('takes a broken answer for a failed try, and fails after the third', async () => {
    const { open, clock, answer, failures, opened } = linkFixture('subscribe');
    await open();
    for (let round = 0; round < 4; round++) {
      await answer({ sdp: { type: 'answer', sdp: 'broken' } });
      await clock.advance(500);
    }
    expect(failures).toHaveLength(1);
    expect(await opened.promise).toBe(failures[0]);
  });
});

describe('without signalling', () => {
  it('does not rebuild, does not count, and starts when asked after re-entering', async () => {
    const { peers, clock, port, link } = await linkedFixture('publish');
    port.state = 'reconnecting';
    peers.latest.setIce('failed');
    await clock.advance(60_000);
    expect([link.state, port.log, clock.pendingTimers]).toEqual(['rebuilding', [], 0]);
    port.state = 'connected';
    void link.rebuild({ delayMs: 50 });
    await clock.advance(150);
    expect(port.log).toEqual(['107 RTC0 -10', '102 RTC0 _i_2']);
  });

  it('waits when the offer was lost with the socket', async () => {
    const { open, port, link, clock, answer, opened } = linkFixture('publish');
    port.reply = () => {
      port.state = 'reconnecting';
      return Promise.reject(new LecternError('lost', { reason: 'network' }));
    };
    await open();
    await clock.advance(60_000);
    expect(link.state).toBe('rebuilding');
    port.state = 'connected';
    port.reply = () => Promise.resolve({ op: 1001, tsxId: 'T', result: 0, streamId: 'ST1' });
    void link.rebuild();
    await clock.advance(100);
    await answer();
    expect(await opened.promise).toBe('opened');
    expect(link.state).toBe('connecting');
  });
});

describe('rebuilding on request', () => {
  it('is quiet and immediate when the server said that the peer connection is gone', async () => {
    const { clock, port, link } = await linkedFixture('publish');
    void link.rebuild({ farewell: 'none' });
    await clock.advance(0);
    expect(port.log).toEqual(['102 RTC0 _i_2']);
  });

  it('says 206 and 107 when the stream was published anew', async () => {
    const { clock, port, link } = await linkedFixture('subscribe');
    void link.rebuild({ farewell: 'unsubscribe' });
    await clock.advance(0);
    expect(port.log).toEqual(['206 RTC0', '107 RTC0', '102 RTC2 _i_3']);
    expect(port.sent[0]?.subSId).toBe('ST9');
  });

  it('ignores a broken answer to the old peer connection', async () => {
    const { open, clock, port, link, answer } = linkFixture('subscribe');
    await open();
    const answering = answer({ sdp: { type: 'answer', sdp: 'broken' } });
    void link.rebuild();
    await answering;
    await clock.advance(0);
    expect([link.state, port.log.at(-1)]).toEqual(['offering', '102 RTC2 _i_3']);
  });

  it('ignores late events of the old peer connection', async () => {
    const { clock, link, peers } = await linkedFixture('subscribe');
    const old = peers.latest;
    const late = old.oniceconnectionstatechange;
    void link.rebuild();
    await clock.advance(0);
    old.iceConnectionState = 'failed';
    late?.();
    expect(link.state).toBe('offering');
  });
});

describe('closing', () => {
  it('closes a subscription at once with a 107', async () => {
    const { clock, port, link, peers } = await linkedFixture('subscribe');
    link.close('terminate', CLOSED);
    link.close('terminate', CLOSED);
    expect([port.log, peers.open.length, clock.pendingTimers]).toEqual([['107 RTC0'], 0, 0]);
  });

  it('closes a publication 500 ms after its 107', async () => {
    const { clock, port, link, peers } = await linkedFixture('publish');
    link.close('terminate', CLOSED);
    await clock.advance(CLOSE_DELAY_MS - 1);
    expect([port.log, link.state, peers.open.length]).toEqual([['107 RTC0'], 'closed', 1]);
    await clock.advance(1);
    expect(peers.open).toHaveLength(0);
  });

  it('what waits to be closed can be closed at once', async () => {
    const { clock, link, peers, lingering } = await linkedFixture('publish');
    link.close('terminate', CLOSED);
    for (const closeNow of lingering) closeNow();
    expect([peers.open.length, clock.pendingTimers, lingering.size]).toEqual([0, 0, 0]);
  });

  it.each(['offering', 'connecting', 'linked', 'weak', 'rebuilding'] as const)(
    'leaves nothing when closed while %s, and settles the opening',
    async (state) => {
      const { open, opened, answer, peers, clock, link } = linkFixture('subscribe');
      await open();
      if (state !== 'offering') await answer();
      if (state === 'linked' || state === 'weak') peers.latest.setIce('connected');
      if (state === 'weak') peers.latest.setIce('disconnected');
      if (state === 'rebuilding') peers.latest.setIce('failed');
      expect(link.state).toBe(state);
      link.close('terminate', CLOSED);
      await opened.promise;
      await clock.advance(60_000);
      expect([link.state, peers.open.length, clock.pendingTimers]).toEqual(['closed', 0, 0]);
    },
  );
});
