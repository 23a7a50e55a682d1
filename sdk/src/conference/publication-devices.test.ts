import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { FakeMediaStream, FakeTrack } from '../testing/media.js';
import { Scenario } from '../testing/scenario.js';
import type { PublishOptions } from './types.js';

async function setUp(options?: PublishOptions) {
  const { scenario, conference } = await Scenario.joined();
  const { devices, peers, server } = scenario.platform;
  const publishing = conference.publish(options);
  await scenario.advance();
  return {
    scenario,
    conference,
    devices,
    peers,
    stream: await publishing,
    sentVideo: () => peers.latest.transceivers[1]?.sender.track,
    offers: () => scenario.traffic.filter((line) => /^10[27]/.test(line)),
    pubs: () => server.messages(Op.Init).map(({ pubS }) => pubS),
    flags: () => server.messages(Op.StreamControl).map(({ voff, aoff }) => [voff, aoff]),
  };
}

const given = (track: FakeTrack): MediaStreamTrack => track as unknown as MediaStreamTrack;

describe('releasing a device', () => {
  it('turns its light off, and opens the same device again without publishing anew', async () => {
    const { stream, devices, offers, flags, sentVideo, scenario } = await setUp({ video: { frameRate: 15 } });
    await stream.muteVideo({ release: true });
    expect(devices.live.map(({ kind }) => kind)).toEqual(['audio']);
    expect([stream.snapshot.videoMuted, stream.mediaStream.getTracks().length]).toEqual([true, 1]);
    await stream.unmuteVideo();
    await scenario.advance();
    expect(devices.requests.at(-1)).toEqual({ video: { frameRate: 15, deviceId: 'camera' } });
    expect(sentVideo()).toBe(devices.opened.at(-1));
    expect([stream.snapshot.videoMuted, flags(), offers()]).toEqual([false, [[1, 0], [0, 0]], ['102 RTC0']]); // prettier-ignore
    await stream.unpublish();
    expect(devices.live).toHaveLength(0);
  });

  it('works on a kind that is muted already, and on one that the application owns', async () => {
    const track = new FakeTrack('video');
    const media = new FakeMediaStream([track]) as unknown as MediaStream;
    const { stream } = await setUp({ media, keepMedia: true });
    await stream.muteVideo();
    expect(track.readyState).toBe('live');
    await stream.muteVideo({ release: true });
    expect(track.readyState).toBe('ended');
  });

  it('publishes again where the connection was rebuilt meanwhile without that kind', async () => {
    const { stream, scenario, peers, offers } = await setUp();
    await stream.muteVideo({ release: true });
    peers.latest.setIce('failed');
    await scenario.advance(700);
    expect(peers.latest.transceivers[1]?.direction).toBe('recvonly');
    const before = offers().length;
    const unmuting = stream.unmuteVideo();
    await scenario.advance(100);
    await unmuting;
    expect(offers().slice(before)).toEqual(['107 RTC0 -10', '102 RTC0']);
    expect(stream.snapshot).toMatchObject({ id: 'ST_RTC0', videoMuted: false });
  });
});

describe('another source', () => {
  it('takes the place of the old one without publishing again, and is opened so from then on', async () => {
    const { stream, devices, sentVideo, offers } = await setUp();
    const track = new FakeTrack('video');
    await stream.setSource('video', { deviceId: 'other' }, { track: given(track) });
    expect(sentVideo()).toBe(track);
    expect(devices.live.map(({ kind }) => kind)).toEqual(['audio']);
    expect(stream.mediaStream.getTracks()).toContain(track);
    await stream.muteVideo({ release: true });
    await stream.unmuteVideo();
    expect(devices.requests.at(-1)).toEqual({ video: { deviceId: 'other' } });
    expect(offers()).toEqual(['102 RTC0']);
  });

  it('is published again under the same id after 100 ms where asked for', async () => {
    const { stream, pubs, scenario, offers, peers } = await setUp();
    const track = new FakeTrack('video');
    track.settings = { width: 1280, height: 720 };
    const changing = stream.setSource('video', {}, { track: given(track), republish: true });
    await scenario.advance(99);
    expect(offers()).toEqual(['102 RTC0', '107 RTC0 -10']);
    await scenario.advance(1);
    await changing;
    expect(pubs()[1]).toMatchObject({ id: 'ST_RTC0', voff: 0, resolution: { w: 1280, h: 720 } });
    expect(peers.latest.transceivers[1]?.sent).toBe(track);
    expect(stream.snapshot.resolution).toEqual({ width: 1280, height: 720 });
  });

  it('of a muted kind stays muted, and is counted as gone when its device is', async () => {
    const { stream, conference } = await setUp();
    const errors: string[] = [];
    conference.on('error', ({ message }) => errors.push(message));
    const track = new FakeTrack('audio');
    await stream.muteAudio();
    await stream.setSource('audio', {}, { track: given(track) });
    expect([track.enabled, stream.snapshot.audioMuted]).toEqual([false, true]);
    track.end();
    expect(errors).toEqual(['the audio device is gone: unmute to open one again']);
  });

  it('leaves a track that was not taken any more to its owner', async () => {
    const { stream } = await setUp();
    const track = new FakeTrack('video');
    await stream.unpublish();
    await expect(stream.setSource('video', {}, { track: given(track) })).rejects.toMatchObject({ reason: 'closed' });
    expect(track.readyState).toBe('live');
  });
});
