import { describe, expect, it } from 'vitest';
import { ConferenceCallType, ConferenceControlType, ConferenceEndReason, OtherDevice } from '../im-protocol/index.js';
import { Exchange, ringingPhones, talkingPhones } from '../testing/exchange.js';
import { Calls } from './calls.js';
import * as constants from './constants.js';
import { withoutVideo } from './shapes.js';

describe('the calls of a client', () => {
  it('are one at a time: a third caller hears that the user is busy', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    const carl = await exchange.phone('carl');
    const third = carl.call('ben');
    await exchange.run(1_000);
    expect(carl.heard.at(-1)).toBe('ended busy remote');
    const told = exchange.passed.find(({ to }) => to === 'carl');
    expect(told).toMatchObject({
      content: { op: 107, reason: 'busy', sessId: 'X', rtcId: 'RTCIDX' },
      body: { endReason: 3, sessionId: third.id, routeKey: 'K' },
    });
    expect([ann.state, ben.state]).toEqual(['connected', 'connected']);
    expect(() => ann.calls.call('carl')).toThrow('a call is going on');
    call.hangUp();
    await exchange.run();
    ann.call('carl');
    await exchange.run(500);
    expect(carl.state).toBe('ringing');
  });

  it('hear nothing of foreign sessions, and nothing of others in their own', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    for (const op of [104, 105, 106, 107, 400, 401]) {
      exchange.push('ann', 'ben', { op, controlType: 0, cands: [], ans: 1 }, { sessionId: 'another' });
      exchange.push('ann', 'carl', { op, controlType: 0, cands: [], ans: 1 }, { sessionId: call.id });
    }
    await exchange.run();
    expect([ann.state, ben.state]).toEqual(['connected', 'connected']);
    expect(call.getSnapshot()).toMatchObject({ remoteAudioMuted: false });
  });

  it('hear nothing of what can not be read', async () => {
    const { exchange, ann, call } = await talkingPhones();
    exchange.push('ann', 'ben', [] as never, { sessionId: call.id });
    exchange.push('ann', 'ben', { op: 105, cands: '{' }, { sessionId: call.id });
    exchange.push('ann', 'ben', { op: 400, controlType: 'x' }, { sessionId: call.id });
    await exchange.run();
    expect(ann.state).toBe('connected');
  });

  it('do not ring again with an offer that is said again', async () => {
    const { exchange, ben } = await ringingPhones();
    const { body, content } = exchange.passed.find((each) => each.content.op === 102)!;
    exchange.push('ben', 'ann', content, body);
    ben.current?.hangUp();
    exchange.push('ben', 'ann', content, body);
    await exchange.run(1_000);
    expect(ben.heard.filter((each) => each.startsWith('ringing'))).toHaveLength(1);
    expect(ben.current).toBeUndefined();
  });

  it('become one when both call at the same moment: that of the first by name', async () => {
    const exchange = new Exchange();
    const [ann, ben] = [await exchange.phone('ann'), await exchange.phone('ben')];
    ann.call('ben');
    ben.call('ann');
    await exchange.run(500);
    expect([ann.state, ben.state, ben.heard.at(-1)]).toEqual(['ringing', 'ringing', 'state ringing']);
    expect(ben.heard).toContain('ended busy local');
    await ben.current?.accept();
    await exchange.run();
    expect([ann.state, ben.state]).toEqual(['connected', 'connected']);
  });

  it('are shown as snapshots', async () => {
    const { exchange, ben, call } = await ringingPhones();
    const ringing = ben.calls.getSnapshot();
    expect(ringing.incoming).toBe(ringing.current);
    expect(ben.calls.getSnapshot()).toBe(ringing);
    await ringing.incoming?.accept();
    expect(ben.calls.getSnapshot()).toEqual({ current: ringing.current, incoming: undefined });
    call.hangUp();
    await exchange.run();
    expect(ben.calls.getSnapshot()).toEqual({ current: undefined, incoming: undefined });
  });

  it.each([[''], ['ann'], ['other#app_ben@easemob.com']])('are not made to %j', async (to) => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    expect(() => ann.calls.call(to)).toThrow('name another user of the same app');
    expect(() => ann.calls.call('ben', { timeoutMs: 0 })).toThrow('timeoutMs');
    expect(ann.current).toBeUndefined();
  });

  it('are made to addresses as to names', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    await exchange.phone('ben');
    const call = ann.call('org#app_ben@easemob.com');
    await exchange.run();
    expect(call.getSnapshot().peer).toBe('ben');
    expect(exchange.said('ann', 0)[0]).toMatchObject({ peer: 'org#app_ben@easemob.com/' });
  });

  it('need a client that is open', async () => {
    const exchange = new Exchange();
    const ann = await exchange.phone('ann');
    ann.client.close();
    await expect(ann.calls.call('ben').accepted()).rejects.toMatchObject({ code: 39 });
    expect(() => new Calls({} as never)).toThrow('not an ImClient');
  });

  it('end with close, and no more are taken', async () => {
    const { exchange, ann, ben } = await ringingPhones();
    ben.calls.close();
    await exchange.run();
    expect(ann.heard.at(-1)).toBe('ended reject remote');
    ann.call('ben');
    await exchange.run(1_000);
    expect([ben.current, ann.state]).toEqual([undefined, 'ringing']);
  });
});

describe('a connection that is lost', () => {
  it('leaves the call as it is; what was to be told is told when it is back', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    ann.platform.network.set(false);
    await exchange.run(20_000);
    expect([ann.state, ben.state]).toEqual(['connected', 'connected']);
    await call.setMuted('audio', true);
    await exchange.run(20_000);
    expect(ben.current?.getSnapshot().remoteAudioMuted).toBe(false);
    ann.platform.network.set(true);
    await exchange.run();
    expect(ben.current?.getSnapshot().remoteAudioMuted).toBe(true);
  });

  it('lets a hang-up be told when it is back', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    ann.platform.network.set(false);
    call.hangUp();
    expect(ann.heard.at(-1)).toBe('ended hangup local');
    await exchange.run(20_000);
    expect(ben.state).toBe('connected');
    ann.platform.network.set(true);
    await exchange.run();
    expect(ben.heard.at(-1)).toBe('ended hangup remote');
  });

  it('for good leaves accepted calls alone, and ends those that are not', async () => {
    for (const begin of [ringingPhones, talkingPhones]) {
      const { exchange, ann } = await begin({ timeoutMs: 1_000_000 });
      ann.platform.sockets.behaviour = 'refuse';
      ann.platform.sockets.latest.serverClose();
      await exchange.run(30_000);
      expect(ann.client.getSnapshot().state).toBe('failed');
      expect(ann.state).toBe(begin === talkingPhones ? 'connected' : undefined);
    }
  });

  it('ends every call with the session of the user', async () => {
    const { ann } = await talkingPhones();
    ann.client.close();
    expect(ann.heard.at(-1)).toBe('ended fail local');
    expect(ann.platform.devices.live).toEqual([]);
  });
});

describe('what is known of the wire', () => {
  it('are the numbers of its schema', () => {
    const { VOICE, VIDEO, END_BUSY, END_OTHER_DEVICE, OTHER_DEVICE_RESULT } = constants;
    const { PAUSE_VOICE, RESUME_VOICE, PAUSE_VIDEO, RESUME_VIDEO } = constants;
    expect({ Voice: VOICE, Video: VIDEO }).toEqual(ConferenceCallType);
    expect(END_BUSY).toBe(ConferenceEndReason.Busy);
    expect({ endReason: END_OTHER_DEVICE, result: OTHER_DEVICE_RESULT }).toMatchObject({
      endReason: OtherDevice.endReason,
      result: OtherDevice.result,
    });
    expect([PAUSE_VOICE, RESUME_VOICE, PAUSE_VIDEO, RESUME_VIDEO]).toEqual(Object.values(ConferenceControlType));
  });

  it.each(['\r\n', '\n'])('are sections that end in %j', (end) => {
    const lines = (...all: string[]): string => all.map((line) => line + end).join('');
    const audio = ['v=0', 'm=audio 9', 'a=sendrecv'];
    expect(withoutVideo(lines(...audio, 'm=video 9', 'a=sendonly', 'a=mid:1', 'm=video 9', 'a=sendrecv'))).toBe(
      lines(...audio, 'm=video 9', 'a=inactive', 'a=mid:1', 'm=video 9', 'a=inactive'),
    );
    expect(withoutVideo(lines(...audio, 'm=video 9', 'a=recvonly'))).toBe(lines(...audio, 'm=video 9', 'a=recvonly'));
  });
});
