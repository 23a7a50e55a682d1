import { describe, expect, it } from 'vitest';
import { deferred } from '../core/abort.js';
import { LecternError } from '../core/errors.js';
import { Op, type WireResponse } from '../protocol/index.js';
import { settle } from '../testing/clock.js';
import { linkFixture } from '../testing/link.js';
import { LINK_TRANSITIONS, type LinkEvent, type LinkState } from './transitions.js';

describe('the transition table', () => {
  const events: readonly LinkEvent[] = ['offer', 'answer', 'connect', 'disconnect', 'lose', 'fail', 'close'];
  const legal: Readonly<Record<LinkState, string>> = {
    idle: 'offer>offering close>closed',
    offering: 'answer>connecting lose>rebuilding fail>failed close>closed',
    connecting: 'connect>linked lose>rebuilding fail>failed close>closed',
    linked: 'disconnect>weak lose>rebuilding fail>failed close>closed',
    weak: 'connect>linked lose>rebuilding fail>failed close>closed',
    rebuilding: 'offer>offering fail>failed close>closed',
    failed: 'close>closed',
    closed: '',
  };

  it.each(Object.keys(legal) as LinkState[])('%s', (state) => {
    const row = events.flatMap((event) => LINK_TRANSITIONS[state][event]?.replace(/^/, `${event}>`) ?? []);
    expect(row.join(' ')).toBe(legal[state]);
  });
});

describe('opening', () => {
  it('offers, applies the answer and is linked when ICE connects', async () => {
    const { open, answer, peers, log, port, opened } = linkFixture('subscribe');
    await open();
    expect(port.log).toEqual(['102 RTC0 _i_1']);
    expect(JSON.parse(String(port.sent[0]?.sdp))).toMatchObject({ type: 'OFFER' });
    await answer();
    expect(await opened.promise).toBe('opened');
    peers.latest.setIce('checking');
    peers.latest.setIce('connected');
    expect(log).toEqual(['offering', 'accepted undefined', 'connecting', 'media audio+video', 'linked']);
  });

  it('resolves a publication when the server has accepted it, before the answer', async () => {
    const { open, opened, link } = linkFixture('publish');
    await open();
    expect(await opened.promise).toBe('opened');
    expect(link.state).toBe('offering');
  });

  it('takes an answer that overtakes the response', async () => {
    const { open, answer, port, log, link } = linkFixture('subscribe');
    const response = deferred<WireResponse>();
    port.reply = () => response.promise;
    await open();
    await answer();
    expect(link.state).toBe('connecting');
    response.resolve({ op: 1001, tsxId: 'T', result: 0 });
    await settle();
    expect(log).toContain('accepted undefined');
  });

  it('is linked although ICE connected while the answer was still being applied', async () => {
    const { open, answer, peers, link } = linkFixture('subscribe', true);
    await open();
    peers.latest.setIce('connected');
    await answer();
    expect(link.state).toBe('linked');
  });

  it('drops an answer for another peer connection', async () => {
    const { open, answer, link } = linkFixture('subscribe');
    await open();
    await answer({ cctx: '_i_7' });
    expect(link.state).toBe('offering');
  });

  it('waits for the final answer after a provisional one', async () => {
    const { open, answer, link } = linkFixture('subscribe');
    await open();
    await answer({ sdp: { type: 'PRANSWER', sdp: 'v=0' } });
    expect(link.state).toBe('offering');
    await answer();
    expect(link.state).toBe('connecting');
  });

  it.each([
    ['publish', 'push_fail'],
    ['subscribe', 'sub_fail'],
  ] as const)('a refused %s fails with %s −203 and says 107', async (kind, errorType) => {
    const { open, opened, port, link, failures, peers } = linkFixture(kind);
    const refusal = new LecternError('no', { reason: 'refused', code: -200 });
    port.reply = ({ op }) =>
      op === Op.Init ? Promise.reject(refusal) : Promise.resolve({ op: 1001, tsxId: '', result: 0 });
    await open();
    const error = await opened.promise;
    expect(error).toMatchObject({ errorType, code: -203, reason: 'refused', cause: refusal });
    expect(failures).toEqual([error]);
    expect([link.state, peers.open.length]).toEqual(['failed', 0]);
    expect(port.log.at(-1)).toBe('107 RTC0');
  });

  it.each(['publish', 'subscribe'] as const)('a %s is tried again when the media server is away', async (kind) => {
    const { open, port, link, failures, clock } = linkFixture(kind);
    const away = new LecternError('the media worker ended', { reason: 'refused', code: -700 });
    const { reply } = port;
    port.reply = ({ op }) =>
      op === Op.Init ? Promise.reject(away) : Promise.resolve({ op: 1001, tsxId: '', result: 0 });
    await open();
    expect([link.state, failures]).toEqual(['rebuilding', []]);
    port.reply = reply;
    await clock.advance(500);
    await settle();
    await clock.advance(100);
    await settle();
    expect([link.state, failures]).toEqual(['offering', []]);
  });
});

describe('candidates', () => {
  it('sends what was gathered in one 105 after the answer, later ones one by one', async () => {
    const { open, answer, peers, port } = linkFixture('subscribe');
    await open();
    peers.latest.gather();
    peers.latest.gather();
    await settle();
    expect(port.log).toEqual(['102 RTC0 _i_1']);
    await answer();
    peers.latest.gather();
    const sent = port.sent.slice(1).map(({ op, cctx, cands }) => [op, cctx, (cands as string[]).length]);
    expect(sent).toEqual([
      [105, '_i_1', 2],
      [105, '_i_1', 1],
    ]);
    expect(JSON.parse((port.sent[1]?.cands as string[] | undefined)?.[0] ?? '')).toMatchObject({
      mlineindex: 0,
      mid: '0',
    });
  });

  it('sends them at once, but after the offer, with the capability', async () => {
    const { open, peers, port, link } = linkFixture('subscribe', true);
    void link;
    const opening = open();
    peers.latest.gather();
    await opening;
    peers.latest.gather();
    expect(port.log).toEqual(['102 RTC0 _i_1', '105 RTC0 _i_1', '105 RTC0 _i_1']);
  });

  it('drops TCP candidates and the end of candidates', async () => {
    const { open, peers, port, answer } = linkFixture('subscribe');
    await open();
    peers.latest.gather('candidate:1 1 tcp 1 127.0.0.1 9 typ host tcptype active');
    peers.latest.onicecandidate?.({ candidate: null });
    await answer();
    expect(port.log).toEqual(['102 RTC0 _i_1']);
  });

  it('keeps received ones until the answer is applied', async () => {
    const { open, answer, peers, link } = linkFixture('subscribe');
    await open();
    const cands = [JSON.stringify({ candidate: 'candidate:1', mlineindex: 0, mid: '0' })];
    await link.receive({ op: Op.Candidates, rtcId: 'RTC0', cands });
    expect(peers.latest.remoteCandidates).toHaveLength(0);
    await answer({ cands });
    await link.receive({ op: Op.Candidates, rtcId: 'RTC0', cctx: '_i_1', cands });
    expect(peers.latest.remoteCandidates).toHaveLength(3);
  });
});
