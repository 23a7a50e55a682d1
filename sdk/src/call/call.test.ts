import { describe, expect, it } from 'vitest';
import { LecternError } from '../core/errors.js';
import { Exchange, ringingPhones, talkingPhones } from '../testing/exchange.js';
import { CALL_TRANSITIONS } from './transitions.js';

describe('the life of a call', () => {
  it('has the states and ways of the specification', () => {
    expect(CALL_TRANSITIONS).toEqual({
      calling: { ring: 'ringing', end: 'ended' },
      ringing: { accept: 'connecting', end: 'ended' },
      connecting: { connect: 'connected', reconsider: 'ringing', end: 'ended' },
      connected: { lose: 'connecting', end: 'ended' },
      ended: {},
    });
  });

  it('rings 500 ms after the offer, is accepted, and carries media both ways', async () => {
    const exchange = new Exchange();
    const [ann, ben] = [await exchange.phone('ann'), await exchange.phone('ben')];
    const call = ann.call('ben');
    expect(call.getSnapshot()).toMatchObject({ state: 'calling', peer: 'ben', isIncoming: false, isVideo: true });
    await exchange.run(499);
    expect([ann.state, ben.state, ben.heard]).toEqual(['ringing', 'calling', []]);
    await exchange.run(1);
    expect([ben.state, ben.heard]).toEqual(['ringing', ['ringing ann', 'state ringing']]);
    await ben.calls.getSnapshot().incoming?.accept();
    await exchange.run();
    await call.accepted();
    expect(ann.heard).toEqual(['state ringing', 'state connecting', 'state connected']);
    expect(ben.heard.slice(2)).toEqual(['state connecting', 'state connected']);
    for (const phone of [ann, ben]) {
      const { localMedia, remoteMedia, connectedAt } = phone.current!.getSnapshot();
      expect(localMedia?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
      expect(remoteMedia?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
      expect(connectedAt).toBe(exchange.clock.now());
    }
  });

  it('says on the wire what deployed clients say', async () => {
    const { exchange } = await talkingPhones({ rec: true, recMerge: true });
    const [request] = exchange.said('ann', 0);
    expect(request).toEqual({
      ...{ op: 0, callVersion: '2.0.0', audio: 1, video: 1, push: 0, rec: 1, recMerge: 1 },
      ...{ peer: 'org#app_ben@easemob.com/', tsxId: expect.stringMatching(/^\d+$/) as string },
    });
    const [offer] = exchange.said('ann', 102);
    expect(offer).toEqual({
      ...{ op: 102, sessId: 'X', rtcId: 'RTCIDX', rtcCfg: '{"iceServers":[]}', expr: 0, rec: 1 },
      ...{ sdp: expect.stringContaining('"OFFER"') as string, tsxId: expect.any(String) as string },
    });
    const [answer] = exchange.said('ben', 104);
    expect(answer).toMatchObject({ sessId: 'X', rtcId: 'RTCIDX', ans: 1 });
    for (const { body, content } of exchange.passed) {
      expect(body).toMatchObject({
        sessionId: exchange.passed[0]!.body.sessionId,
        operation: 7,
        type: 1,
        routeFlag: 1,
      });
      expect(body.routeKey).toBe(content.op === 0 ? '' : 'K');
    }
  });

  it('gives each side the relays that the server named for it', async () => {
    const { ann, ben } = await talkingPhones();
    expect(ann.platform.peers.latest.configuration).toMatchObject({ iceServers: [{ urls: 'turn:1' }] });
    expect(ben.platform.peers.latest.configuration).toMatchObject({ iceServers: [] });
  });

  it('keeps candidates until the descriptions are there', async () => {
    const { exchange, ann, ben, call } = await ringingPhones();
    ann.platform.peers.latest.gather();
    await exchange.run();
    expect(exchange.said('ann', 105)).toEqual([]);
    const sent = { op: 105, cands: ['candidate:1 1 udp 1 127.0.0.1 9 typ host'] };
    exchange.push('ann', 'ben', sent, { sessionId: call.id });
    expect(ann.platform.peers.latest.remoteCandidates).toEqual([]);
    await ben.calls.getSnapshot().incoming?.accept();
    await exchange.run();
    expect(exchange.said('ann', 105)).toHaveLength(1);
    expect(ann.platform.peers.latest.remoteCandidates).toHaveLength(1);
    expect(ben.platform.peers.latest.remoteCandidates).toHaveLength(1);
  });

  it('pings every 50 s while it is open', async () => {
    const { exchange, call } = await talkingPhones();
    await exchange.run(49_499);
    expect(exchange.said('ann', 100)).toHaveLength(0);
    await exchange.run(1);
    expect([exchange.said('ann', 100), exchange.said('ben', 100)].map(({ length }) => length)).toEqual([1, 1]);
    call.hangUp();
    await exchange.run(100_000);
    expect(exchange.said('ann', 100)).toHaveLength(1);
  });

  it('echoes the context that the other side gave', async () => {
    const { exchange, call } = await talkingPhones();
    exchange.push('ann', 'ben', { op: 100, tsxId: '1', ctx: { a: 1 } }, { sessionId: call.id });
    call.hangUp();
    await exchange.run();
    expect(exchange.said('ann', 107)[0]).toMatchObject({ ctx: { a: 1 } });
  });

  it('is known as ringing by an answer that is not final, and as accepted by a join', async () => {
    const { exchange, ann, call } = await ringingPhones();
    exchange.push('ann', 'ben', { op: 104, sdp: '{"type":"PRANSWER","sdp":"x"}' }, { sessionId: call.id });
    expect(ann.state).toBe('ringing');
    exchange.push('ann', 'ben', { op: 401 }, { sessionId: call.id });
    await call.accepted();
    expect(ann.state).toBe('connecting');
  });

  it('comes back when ICE does, and fails when it does not', async () => {
    const { exchange, ann } = await talkingPhones();
    ann.platform.peers.latest.setIce('disconnected');
    expect(ann.state).toBe('connecting');
    ann.platform.peers.latest.setIce('connected');
    expect(ann.state).toBe('connected');
    ann.platform.peers.latest.setIce('disconnected');
    await exchange.run(19_999);
    expect(ann.state).toBe('connecting');
    await exchange.run(1);
    expect(ann.heard.at(-1)).toBe('ended fail local');
    expect(exchange.said('ann', 107)[0]).toMatchObject({ reason: 'failed-transport' });
  });
});

describe('the end of a call', () => {
  const ends = async (all: Awaited<ReturnType<typeof ringingPhones>>, annEnd: string, benEnd: string) => {
    const { exchange, ann, ben } = all;
    await exchange.run();
    expect([ann.heard.at(-1), ben.heard.at(-1)]).toEqual([annEnd, benEnd]);
    for (const phone of [ann, ben]) {
      expect([phone.current, phone.platform.devices.live, phone.platform.peers.open]).toEqual([undefined, [], []]);
    }
  };

  it.each(['ann', 'ben'] as const)('comes for both when %s hangs up', async (who) => {
    const all = await talkingPhones();
    all[who].current?.hangUp();
    const [mine, other] = ['ended hangup local', 'ended hangup remote'];
    await (who === 'ann' ? ends(all, mine, other) : ends(all, other, mine));
    expect(all.exchange.said(who, 107)).toMatchObject([{ reason: 'success', sessId: 'X', rtcId: 'RTCIDX' }]);
    expect(all.exchange.said(who === 'ann' ? 'ben' : 'ann', 107)).toEqual([]);
  });

  it('is told once, however often it is asked for', async () => {
    const { exchange, call } = await talkingPhones();
    call.hangUp();
    call.hangUp();
    await exchange.run();
    expect(exchange.said('ann', 107)).toHaveLength(1);
  });

  it('comes when the callee rejects', async () => {
    const all = await ringingPhones();
    all.ben.current?.hangUp();
    await ends(all, 'ended reject remote', 'ended reject local');
    expect(all.exchange.passed.at(-1)).toMatchObject({ content: { reason: 'decline' }, body: { endReason: 2 } });
    await expect(all.call.accepted()).rejects.toMatchObject({ reason: 'refused' });
  });

  it('comes when the caller gives up, also before it rang', async () => {
    await ringingPhones().then(async (all) => {
      all.call.hangUp();
      await ends(all, 'ended hangup local', 'ended hangup remote');
    });
    const exchange = new Exchange();
    const [ann, ben] = [await exchange.phone('ann'), await exchange.phone('ben')];
    const call = ann.call('ben');
    await exchange.run(100);
    call.hangUp();
    await exchange.run(1_000);
    expect([ben.heard, ben.current]).toEqual([[], undefined]);
  });

  it('comes when nobody answers within the timeout', async () => {
    const all = await ringingPhones({ timeoutMs: 30_000 });
    await all.exchange.run(29_499);
    expect(all.ann.state).toBe('ringing');
    await all.exchange.run(1);
    await ends(all, 'ended noresponse local', 'ended noresponse remote');
    expect(all.exchange.passed.at(-1)).toMatchObject({ content: { reason: 'timeout' }, body: { endReason: 1 } });
    await expect(all.call.accepted()).rejects.toMatchObject({ message: 'call timeout', reason: 'timeout' });
  });

  it.each([
    [0, 'hangup'],
    [1, 'noresponse'],
    [2, 'reject'],
    [3, 'busy'],
    [4, 'fail'],
    [5, 'unsupported'],
    [6, 'offline'],
    [99, 'hangup'],
  ] as const)('is told with reason %i as %s', async (endReason, reason) => {
    const { exchange, ann, call } = await ringingPhones();
    exchange.push('ann', 'ben', { op: 107, reason: 'whatever' }, { sessionId: call.id, endReason });
    expect(ann.heard.at(-1)).toBe(`ended ${reason} remote`);
    expect(exchange.said('ann', 107)).toEqual([]);
  });

  it('comes for a device when another one was faster', async () => {
    const { exchange, ben, call } = await ringingPhones();
    const told = { op: 107, reason: 'success', endReason: 10, result: -554, msg: 'Other device call it. you no.' };
    exchange.push('ben', 'ann', told, { sessionId: call.id, endReason: 0 });
    expect(ben.heard.at(-1)).toBe('ended other-device remote');
  });

  it('comes where media can not be had', async () => {
    const exchange = new Exchange();
    const [ann, ben] = [await exchange.phone('ann'), await exchange.phone('ben')];
    ann.platform.devices.failWith('NotAllowedError');
    const call = ann.call('ben');
    await exchange.run(1_000);
    await expect(call.accepted()).rejects.toMatchObject({
      ...{ code: -201, errorType: 'open_user_media_fail', reason: 'permission' },
      specMessage: 'open media error. NotAllowedError when get camera/microphone',
    });
    expect([ann.heard, ben.heard]).toEqual([['state ended', 'ended fail local'], []]);
  });

  it('comes where there is no WebRTC, as unsupported', async () => {
    const exchange = new Exchange();
    const createPeerConnection = (): never => {
      throw new LecternError('no WebRTC here', { reason: 'unsupported' });
    };
    const ann = await exchange.phone('ann');
    const ben = await exchange.phone('ben', {}, { createPeerConnection });
    ann.call('ben');
    await exchange.run(1_000);
    expect([ann.heard.at(-1), ben.heard]).toEqual(['ended unsupported remote', []]);
  });

  it('comes with an offer that can not be read', async () => {
    const exchange = new Exchange();
    const ben = await exchange.phone('ben');
    exchange.push('ben', 'ann', { op: 102, sessId: 'X', rtcId: 'R', sdp: 'broken' });
    await exchange.run(1_000);
    expect([ben.heard, ben.current]).toEqual([[], undefined]);
    expect(exchange.passed.at(-1)).toMatchObject({ content: { op: 107 }, body: { endReason: 4, sessionId: 'S' } });
  });

  it('comes when the caller is heard of no more', async () => {
    const { exchange, ben } = await ringingPhones({ timeoutMs: 1_000_000 });
    exchange.lost.add(100);
    await exchange.run(120_000);
    expect(ben.heard.at(-1)).toBe('ended offline remote');
  });

  it('leaves no timer, track or connection', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    call.hangUp();
    await exchange.run();
    for (const { calls, client } of [ann, ben]) {
      calls.close();
      client.close();
    }
    await exchange.run();
    expect(exchange.clock.pendingTimers).toBe(0);
  });
});

describe('the callee', () => {
  it('who is not there ends the call', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    const call = ann.call('ben');
    await expect(call.accepted()).rejects.toMatchObject({ message: 'callee is not online!', reason: 'refused' });
    expect([ann.heard, exchange.pushes]).toEqual([['state ended', 'ended offline local'], []]);
    expect(ann.platform.devices.requests).toEqual([]);
  });

  it('who is not there is told by a message, and asked for every 2 s', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    const call = ann.call('ben', { push: true });
    await exchange.run();
    expect(call.getSnapshot()).toMatchObject({ state: 'calling', isPeerOffline: true });
    await exchange.run(5_999);
    expect(exchange.said('ann', 0)).toHaveLength(3);
    expect(exchange.said('ann', 0)[0]).toMatchObject({ push: 1 });
    expect(exchange.pushes).toEqual([['ben', 'ann 正在呼叫你', 'ann 正在呼叫你']]);
    const ben = await exchange.phone('ben');
    await exchange.run(1);
    await exchange.run(500);
    expect([ben.state, call.getSnapshot().isPeerOffline]).toEqual(['ringing', false]);
    expect(new Set(exchange.said('ann', 0).map(({ tsxId }) => tsxId)).size).toBe(4);
  });

  it('who does not come is asked for half as often as the timeout has seconds', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann', { displayName: 'Ann', language: 'en-US' });
    const call = ann.call('ben', { push: { text: 'please come' }, timeoutMs: 60_000 });
    await exchange.run(59_999);
    expect(ann.state).toBe('calling');
    await exchange.run(1);
    await expect(call.accepted()).rejects.toMatchObject({ message: 'call timeout' });
    expect(ann.heard.at(-1)).toBe('ended noresponse local');
    expect(exchange.said('ann', 0).length).toBeLessThanOrEqual(31);
    expect(exchange.pushes).toEqual([['ben', 'Ann is calling you', 'please come']]);
  });

  it('may be refused by the server', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    exchange.reply = { result: -500, msg: 'no calls today' };
    await expect(ann.call('ben').accepted()).rejects.toMatchObject({ code: -500, message: 'no calls today' });
    exchange.status = { errorCode: 1, reason: 'Sorry, user not found' };
    await expect(ann.call('ben').accepted()).rejects.toMatchObject({ code: 204 });
  });

  it('is not waited for for ever when the server does not answer', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    exchange.lost.add(0);
    ann.call('ben');
    await exchange.run(15_000);
    expect(ann.heard.at(-1)).toBe('ended fail local');
  });

  it('can take a call with less when the camera is not to be had', async () => {
    const { exchange, ann, ben } = await ringingPhones();
    const call = ben.current!;
    ben.platform.devices.failWith('NotReadableError');
    await expect(call.accept()).rejects.toMatchObject({ code: -201 });
    expect([ben.state, ann.state]).toEqual(['ringing', 'ringing']);
    expect(ben.heard.filter((each) => each.startsWith('ringing'))).toHaveLength(1);
    ben.platform.devices.failWith(undefined);
    await call.accept({ video: false });
    await exchange.run();
    expect(exchange.said('ben', 104)[0]).toMatchObject({ enableVideo: false });
    expect(ann.current?.getSnapshot()).toMatchObject({ state: 'connected', remoteVideoMuted: true });
  });

  it('can give up opening the camera', async () => {
    const { ben } = await ringingPhones();
    ben.platform.devices.gate = new Promise(() => undefined);
    const giveUp = new AbortController();
    const accepting = ben.current!.accept({ signal: giveUp.signal });
    expect(ben.state).toBe('connecting');
    giveUp.abort();
    await expect(accepting).rejects.toMatchObject({ reason: 'aborted' });
    expect(ben.state).toBe('ringing');
    await expect(ben.current!.accept({ signal: giveUp.signal })).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('who accepts what has ended meanwhile opens nothing', async () => {
    const { exchange, ben, call } = await ringingPhones();
    const ringing = ben.current!;
    const accepting = ringing.accept();
    call.hangUp();
    await expect(accepting).rejects.toMatchObject({ reason: 'closed' });
    await exchange.run();
    expect(ben.platform.devices.live).toEqual([]);
    await expect(ringing.accept()).rejects.toMatchObject({ reason: 'invalid-state' });
    await expect(call.accept()).rejects.toMatchObject({ reason: 'invalid-state' });
  });
});
