import { describe, expect, it } from 'vitest';
import { ConferenceType, Op, StreamType } from '../protocol/index.js';
import { FakeMediaStream, FakeTrack } from '../testing/media.js';
import { Scenario, type ScenarioOptions } from '../testing/scenario.js';
import type { LecternError } from '../core/errors.js';
import type { LocalStream, PublishOptions } from './types.js';

async function setUp(options?: ScenarioOptions) {
  const { scenario, conference } = await Scenario.joined(options);
  const { platform } = scenario;
  return {
    scenario,
    conference,
    platform,
    now: () => conference.state.getSnapshot(),
    publish: async (publishOptions?: PublishOptions): Promise<LocalStream> => {
      const publishing = conference.publish(publishOptions);
      publishing.catch(() => undefined);
      await scenario.advance();
      return publishing;
    },
    types: () => platform.server.messages(Op.Init).flatMap(({ pubS }) => (pubS as { type?: number })?.type ?? []),
  };
}

const media = (...kinds: readonly ('audio' | 'video')[]): MediaStream =>
  new FakeMediaStream(kinds.map((kind) => new FakeTrack(kind))) as unknown as MediaStream;

const { Communication, CommunicationMix, Live, P2p } = ConferenceType;
const { Desktop, AudioMixer, Video } = StreamType;

describe('what may be published (spec §5)', () => {
  it.each<[string, unknown, ScenarioOptions]>([
    ['Audience not allow publish', { type: AudioMixer }, { enter: { role: 1 } }],
    ['Unspported pubS', { type: 7 }, {}],
    ['require pubS', null, {}],
    ['pubS null or stream not open', { audio: false, video: false }, {}],
    ['pubS null or stream not open', { type: Desktop }, {}],
    ['stream non-active', { media: media() }, {}],
    ['confr mix. not allow desktop with audio.', { type: Desktop, media: media('video', 'audio') }, { type: Live }],
    [
      'confr mix. not allow desktop with audio.',
      { type: Desktop, media: media('video', 'audio') },
      { type: CommunicationMix },
    ],
    ['P2P not allow audio-mixer stream', { type: AudioMixer }, { type: P2p }],
    ['nothing is published in a P2P conference: call with P2pCall', {}, { type: P2p }],
    ['forceVideoCodecs names none of', {}, { streams: { forceVideoCodecs: ['H265'] } }],
    ['maxVideoBitrate must be a number of kbit/s above 0', {}, { streams: { maxVideoBitrate: -1 } }],
    ['audioBitrate must be a number of kbit/s above 0', { audioBitrate: Number.NaN }, {}],
  ])('%s', async (message, options, scenarioOptions) => {
    const { publish, platform, types } = await setUp(scenarioOptions);
    const error = (await publish(options as PublishOptions).catch((cause: unknown) => cause)) as LecternError;
    expect(error.specMessage ?? error.message).toContain(message);
    expect([platform.devices.opened.length, types()]).toEqual([0, []]);
  });

  it.each([
    [Communication, [Video, Desktop]],
    [CommunicationMix, [AudioMixer, Desktop]],
    [Live, [AudioMixer, Desktop]],
  ] as const)('camera and desktop beside each other, one of each, in type %i', async (type, expected) => {
    const { publish, types, now, conference } = await setUp({ type });
    const camera = await publish();
    const desktop = await publish({ type: Desktop, media: media('video') });
    expect(types()).toEqual(expected);
    expect(now().streams.map((stream) => stream.type)).toEqual(expected);
    expect([conference.localStream(), conference.localStream(Desktop)]).toEqual([camera, desktop]);
    await expect(publish({ type: Desktop, media: media('video') })).rejects.toMatchObject({
      message: 'already publishing a screen: unpublish it first',
      specMessage: 'desktop stream has been published. not allow repeat publish.',
    });
    await desktop.unpublish();
    await publish({ type: Desktop, media: media('video') });
    expect(conference.localStream()).toBe(camera);
  });

  it('desktop with audio where nothing is mixed', async () => {
    const { publish } = await setUp();
    expect((await publish({ type: Desktop, media: media('video', 'audio') })).snapshot).toMatchObject({ type: 1 });
  });

  it('an audio-mixer stream beside the camera where nothing is mixed', async () => {
    const { publish, types } = await setUp();
    await publish();
    await publish({ type: AudioMixer, video: false });
    expect(types()).toEqual([Video, AudioMixer]);
  });

  it('one audio-mixer stream, also while the first is being opened', async () => {
    const { conference, scenario, publish } = await setUp({ type: CommunicationMix });
    const first = conference.publish();
    const repeat = { errorType: 'AudioMixerStreamRepeatPublish', reason: 'invalid-state' };
    await expect(conference.publish()).rejects.toMatchObject(repeat);
    await scenario.advance();
    await first;
    await expect(publish({ type: AudioMixer })).rejects.toMatchObject(repeat);
  });

  it('several where repeat publishing is configured; each ends by itself', async () => {
    const { publish, types, now } = await setUp({
      type: CommunicationMix,
      streams: { allowRepeatMixerPublish: true },
    });
    const [first] = [await publish(), await publish({ video: false })];
    expect(types()).toEqual([AudioMixer, AudioMixer]);
    await first.unpublish();
    expect(now().streams.map(({ isLocal, type }) => [isLocal, type])).toEqual([[true, AudioMixer]]);
  });
});

describe('hanging up (spec §4)', () => {
  it('ends every own stream with closeReason UserHangup, desktop and mixer too', async () => {
    const { publish, conference, scenario, platform, now } = await setUp({ type: CommunicationMix });
    const [camera, desktop] = [await publish(), await publish({ type: Desktop, media: media('video') })];
    await conference.hangUp(desktop.id);
    await conference.hangUp(camera.snapshot);
    expect([camera, desktop].map(({ snapshot }) => snapshot.closeReason)).toEqual(['UserHangup', 'UserHangup']);
    expect(now().streams).toEqual([]);
    expect(scenario.traffic.slice(-2)).toEqual(['107 RTC2', '107 RTC0']);
    await scenario.advance(500);
    expect([platform.devices.live.length, platform.peers.open.length]).toEqual([0, 0]);
  });
});
