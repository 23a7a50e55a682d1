import { describe, expect, it } from 'vitest';
import { Exchange, ringingPhones, talkingPhones, type Phone } from '../testing/exchange.js';
import { FakeElement, fakeMediaStream, FakeTrack } from '../testing/media.js';

const sdpOf = (content: object | undefined): string =>
  (JSON.parse((content as { sdp: string }).sdp) as { sdp: string }).sdp;

const sentBy = ({ platform }: Phone) =>
  platform.peers.latest.transceivers.map(({ sender }) => sender.track as MediaStreamTrack | undefined);

describe('voice and picture', () => {
  it('of a call of voice alone has no video section, and takes none', async () => {
    const { exchange, ann, ben } = await talkingPhones({ video: false });
    expect(ann.platform.devices.requests).toEqual([{ audio: true, video: false }]);
    expect(ben.platform.devices.requests).toEqual([{ audio: true, video: false }]);
    expect(sdpOf(exchange.said('ann', 102)[0])).not.toContain('m=video');
    expect(ann.current?.getSnapshot()).toMatchObject({ isVideo: false, state: 'connected' });
    expect(exchange.said('ann', 400)).toEqual([]);
  });

  it('of a deployed caller of voice loses its video section', async () => {
    const exchange = new Exchange();
    const ben = await exchange.phone('ben');
    const sdp = 'v=0\r\nm=audio 9\r\na=sendrecv\r\nm=video 9\r\na=sendrecv\r\n';
    exchange.push('ben', 'ann', { op: 102, sessId: 'X', rtcId: 'R', sdp: { type: 'OFFER', sdp } }, { type: 0 });
    await exchange.run(500);
    expect(ben.current?.getSnapshot()).toMatchObject({ isVideo: false, state: 'ringing' });
    const expected = 'v=0\r\nm=audio 9\r\na=sendrecv\r\nm=video 9\r\na=inactive\r\n';
    expect(ben.platform.peers.latest.remoteDescription?.sdp).toBe(expected);
  });

  it('is muted here and told there, with the numbers of the receiving side', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    await call.setMuted('audio', true);
    await call.setMuted('audio', true);
    await call.setMuted('video', true);
    await exchange.run();
    expect(exchange.said('ann', 400)).toEqual([
      { op: 400, rtcId: 'RTCIDX', controlType: 0, tsxId: expect.any(Number) as number },
      { op: 400, rtcId: 'RTCIDX', controlType: 2, tsxId: expect.any(Number) as number },
    ]);
    expect(exchange.passed.at(-1)?.body.routeFlag).toBe(0);
    expect(call.getSnapshot()).toMatchObject({ audioMuted: true, videoMuted: true });
    expect(ben.current?.getSnapshot()).toMatchObject({ remoteAudioMuted: true, remoteVideoMuted: true });
    expect(ann.platform.devices.live.map(({ enabled }) => enabled)).toEqual([false, false]);
    await call.setMuted('audio', false);
    await call.setMuted('video', false);
    await exchange.run();
    expect(exchange.said('ann', 400).map(({ controlType }) => controlType)).toEqual([0, 2, 1, 3]);
    expect(ben.current?.getSnapshot()).toMatchObject({ remoteAudioMuted: false, remoteVideoMuted: false });
  });

  it('that was muted before the answer is told after it', async () => {
    const { exchange, ben, call } = await ringingPhones();
    await call.setMuted('video', true);
    await exchange.run();
    expect(exchange.said('ann', 400)).toEqual([]);
    await ben.current?.accept();
    await exchange.run();
    expect(ben.current?.getSnapshot()).toMatchObject({ remoteVideoMuted: true, remoteAudioMuted: false });
  });

  it('of a device that is unplugged counts as muted, and is opened again when it is unmuted', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    ann.platform.devices.live.find(({ kind }) => kind === 'video')?.end();
    await exchange.run();
    expect([call.getSnapshot().videoMuted, ben.current?.getSnapshot().remoteVideoMuted]).toEqual([true, true]);
    await call.setMuted('video', false);
    await exchange.run();
    expect(ben.current?.getSnapshot().remoteVideoMuted).toBe(false);
    expect(sentBy(ann)).toEqual(ann.platform.devices.live);
    expect(exchange.said('ann', 102)).toHaveLength(1);
  });

  it('that the call was made or accepted without is sent later, in the section that it has', async () => {
    const { exchange, ann, ben, call } = await talkingPhones({ audio: false }, { video: false });
    expect([call.getSnapshot().audioMuted, ben.current?.getSnapshot().videoMuted]).toEqual([true, true]);
    await call.setMuted('audio', false);
    await ben.current?.setMuted('video', false);
    await exchange.run();
    for (const phone of [ann, ben]) {
      expect(sentBy(phone).map((track) => track?.kind)).toEqual(['audio', 'video']);
      expect(phone.current?.getSnapshot()).toMatchObject({ remoteAudioMuted: false, remoteVideoMuted: false });
    }
  });

  it('of a call of voice gets no picture later', async () => {
    const { call } = await talkingPhones({ video: false });
    await expect(call.setMuted('video', false)).rejects.toMatchObject({ reason: 'invalid-state' });
  });

  it('changes its device and its processor without another offer', async () => {
    const { exchange, ann, call } = await talkingPhones();
    const [, before] = sentBy(ann);
    await call.switchDevice('video', { deviceId: 'other' });
    expect(ann.platform.devices.requests.at(-1)).toEqual({ video: { deviceId: 'other' } });
    expect([before?.readyState, sentBy(ann)[1]]).toEqual(['ended', call.deviceTrack('video')]);
    const blurred = new FakeTrack('video');
    await call.setProcessor('video', () => blurred as never);
    expect(sentBy(ann)[1]).toBe(blurred);
    await call.setProcessor('video', undefined);
    expect([blurred.readyState, sentBy(ann)[1]]).toEqual(['ended', call.deviceTrack('video')]);
    expect(exchange.said('ann', 102)).toHaveLength(1);
  });

  it('may be opened already, and kept', async () => {
    const track = new FakeTrack('audio');
    const { exchange, ann, call } = await talkingPhones({ media: fakeMediaStream([track as never]), keepMedia: true });
    expect(call.getSnapshot().isVideo).toBe(false);
    expect(ann.platform.devices.requests).toEqual([]);
    call.hangUp();
    await exchange.run();
    expect(track.readyState).toBe('live');
  });

  it('is shown in elements for as long as the call lasts', async () => {
    const { exchange, ben, call } = await ringingPhones();
    const [remote, local, left] = [new FakeElement(), new FakeElement(), new FakeElement()];
    call.attach(remote.asElement);
    call.attach(local.asElement, 'local');
    const detach = call.attach(left.asElement);
    await ben.current?.accept();
    await exchange.run();
    const { localMedia, remoteMedia } = call.getSnapshot();
    expect([remote.srcObject, local.srcObject, left.srcObject]).toEqual([remoteMedia, localMedia, remoteMedia]);
    expect([remote.muted, local.muted, remote.plays]).toEqual([false, true, 1]);
    detach();
    expect(left.srcObject).toBeNull();
    call.hangUp();
    expect([remote.srcObject, local.srcObject]).toEqual([null, null]);
  });
});

describe('a network that is cut', () => {
  const flow = async (all: Awaited<ReturnType<typeof talkingPhones>>, ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      all.ann.platform.peers.latest.mediaBytes += 1_000;
      await all.exchange.run(500);
    }
  };
  const silences = ({ ann }: Awaited<ReturnType<typeof talkingPhones>>): string[] =>
    ann.heard.filter((each) => each.startsWith('silent'));

  it('is told once after 3000 ms without media, and after 5000 ms when they had come back', async () => {
    const all = await talkingPhones();
    await flow(all, 10_000);
    expect(silences(all)).toEqual([]);
    await all.exchange.run(2_999);
    expect(silences(all)).toEqual([]);
    await all.exchange.run(1);
    expect(silences(all)).toEqual(['silent local', 'silent remote']);
    await all.exchange.run(10_000);
    expect(silences(all)).toHaveLength(2);
    await flow(all, 4_000);
    await all.exchange.run(4_000);
    expect(silences(all)).toHaveLength(2);
    await all.exchange.run(3_000);
    expect(silences(all)).toHaveLength(4);
  });
});
