import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { FakeElement, FakeMediaStream, FakeTrack } from '../testing/media.js';
import { Scenario, type ScenarioOptions } from '../testing/scenario.js';
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
    inits: () => platform.server.messages(Op.Init).map(({ pubS }) => pubS),
    controls: () => platform.server.messages(Op.StreamControl).map(({ rtcId, voff, aoff }) => ({ rtcId, voff, aoff })),
  };
}

const ready = (...tracks: FakeTrack[]): MediaStream => new FakeMediaStream(tracks) as unknown as MediaStream;

describe('publish', () => {
  it('opens camera and microphone, offers them, and shows the stream', async () => {
    const { publish, now, inits, platform, conference } = await setUp();
    const stream = await publish({ name: 'main', ext: { k: 1 } });
    expect(inits()).toEqual([
      { type: 0, voff: 0, aoff: 0, name: 'main', ext: '{"k":1}', resolution: { w: 640, h: 480 } },
    ]);
    expect(platform.peers.latest.transceivers.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['audio', 'sendrecv'],
      ['video', 'sendrecv'],
    ]);
    expect(stream.snapshot).toMatchObject({
      id: 'ST_RTC0',
      isLocal: true,
      link: 'linked',
      memberId: 'MEM_1',
      ext: { k: 1 },
      version: 1,
      resolution: { width: 640, height: 480 },
    });
    expect(now().streams[0]).toBe(stream.snapshot);
    expect(conference.localStream()).toBe(stream);
  });

  it('offers a kind that is not captured as received only, and as off', async () => {
    const { publish, inits, platform } = await setUp();
    const stream = await publish({ video: false });
    expect(platform.peers.latest.transceivers.map(({ direction }) => direction)).toEqual(['sendrecv', 'recvonly']);
    expect(inits()).toEqual([{ type: 0, voff: 1, aoff: 0 }]);
    expect(stream.snapshot).toMatchObject({ audioMuted: false, videoMuted: true });
  });

  it('starts muted without sending', async () => {
    const { publish, inits, platform } = await setUp();
    await publish({ audioMuted: true });
    expect(inits()).toMatchObject([{ voff: 0, aoff: 1 }]);
    expect(platform.devices.opened.map(({ kind, enabled }) => [kind, enabled])).toEqual([
      ['audio', false],
      ['video', true],
    ]);
  });

  it('takes media that is open already, and keeps it open where asked', async () => {
    const { publish, conference } = await setUp();
    const [kept, given] = [new FakeTrack('audio'), new FakeTrack('audio')];
    await (await publish({ media: ready(kept), keepMedia: true })).unpublish();
    expect(kept.readyState).toBe('live');
    await (await publish({ media: ready(given) })).unpublish();
    expect(given.readyState).toBe('ended');
    expect(conference.localStream()).toBeUndefined();
  });

  it.each<[string, unknown, ScenarioOptions]>([
    ['Audience not allow publish', {}, { enter: { role: 1 } }],
    ['pubS null or stream not open', { audio: false, video: false }, {}],
    ['require pubS', null, {}],
    ['stream non-active', { media: ready() }, {}],
  ])('%s', async (specMessage, options, scenarioOptions) => {
    const { publish, platform } = await setUp(scenarioOptions);
    await expect(publish(options as PublishOptions)).rejects.toMatchObject({ specMessage });
    expect([platform.devices.opened.length, platform.peers.all.length]).toEqual([0, 0]);
  });

  it('only one, also while the first is being opened; a new one after it ended', async () => {
    const { conference, scenario, publish } = await setUp();
    const specMessage = 'Audio and video stream has been published. not allow repeat publish.';
    const first = conference.publish();
    await expect(conference.publish()).rejects.toMatchObject({ specMessage, reason: 'invalid-state' });
    await scenario.advance();
    await expect(conference.publish()).rejects.toMatchObject({ specMessage });
    await (await first).unpublish();
    expect((await publish()).id).not.toBe('');
  });

  it.each([
    ['NotFoundError', 'device-missing', 'getUserMedia error: not have input device'],
    ['OverconstrainedError', 'device-missing', 'open media error. OverconstrainedError when get camera/microphone'],
    ['NotAllowedError', 'permission', 'open media error. NotAllowedError when get camera/microphone'],
    ['NotReadableError', 'device-busy', 'open media error. NotReadableError when get camera/microphone'],
    ['TypeError', 'media', 'open media error. TypeError when get camera/microphone'],
  ])('a refused camera (%s) is open_user_media_fail −201, reason %s', async (name, reason, specMessage) => {
    const { publish, platform } = await setUp();
    platform.devices.failWith(name);
    await expect(publish()).rejects.toMatchObject({
      reason,
      specMessage,
      code: -201,
      errorType: 'open_user_media_fail',
    });
    platform.devices.failWith(undefined);
    await publish();
  });

  it('a refusal by the server stops the camera', async () => {
    const { publish, platform, now, scenario } = await setUp();
    platform.server.on(Op.Init, () => ({ result: -523, msg: 'full' }));
    await expect(publish()).rejects.toMatchObject({ code: -203, errorType: 'push_fail', cause: { code: -523 } });
    expect([platform.devices.live.length, platform.peers.open.length, now().streams.length]).toEqual([0, 0, 0]);
    expect(scenario.traffic.at(-1)).toBe('107 RTC0');
  });

  it('aborted while the camera opens: it is closed when it comes', async () => {
    const { conference, platform, scenario } = await setUp();
    let open: () => void = () => undefined;
    platform.devices.gate = new Promise((resolve) => (open = resolve));
    const controller = new AbortController();
    const publishing = conference.publish({ signal: controller.signal });
    controller.abort();
    await expect(publishing).rejects.toMatchObject({ reason: 'aborted' });
    open();
    await scenario.advance();
    expect([platform.devices.opened.length, platform.devices.live.length]).toEqual([2, 0]);
    await scenario.advance(60_000);
    expect(platform.peers.all).toHaveLength(0);
  });

  it('aborted while the server decides: everything is taken back', async () => {
    const { conference, platform, scenario, now } = await setUp();
    platform.server.on(Op.Init, () => undefined);
    const controller = new AbortController();
    const publishing = conference.publish({ signal: controller.signal });
    await scenario.advance();
    controller.abort();
    await expect(publishing).rejects.toMatchObject({ reason: 'aborted' });
    await scenario.advance(500);
    expect([platform.devices.live.length, platform.peers.open.length, now().streams.length]).toEqual([0, 0, 0]);
    expect(scenario.traffic.at(-1)).toBe('107 RTC0');
  });
});

describe('an audience member', () => {
  it('publishes nothing any more, also where the camera was just being opened', async () => {
    const { conference, platform, scenario, inits } = await setUp();
    let open: () => void = () => undefined;
    platform.devices.gate = new Promise((resolve) => (open = resolve));
    const publishing = conference.publish();
    publishing.catch(() => undefined);
    platform.server.push({ op: Op.RoleUpdated, role: 1 });
    await scenario.advance();
    open();
    await scenario.advance();
    await expect(publishing).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });
    expect([inits().length, platform.devices.live.length]).toEqual([0, 0]);
  });

  it('is told so where the server was deciding', async () => {
    const { conference, platform, scenario } = await setUp();
    platform.server.on(Op.Init, () => undefined);
    const publishing = conference.publish();
    publishing.catch(() => undefined);
    await scenario.advance();
    platform.server.push({ op: Op.RoleUpdated, role: 1 });
    await expect(publishing).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });
  });
});

describe('muting', () => {
  it('stops the track and tells both flags, only when the value changes', async () => {
    const { publish, controls, platform } = await setUp();
    const stream = await publish();
    await stream.muteVideo();
    await stream.muteVideo();
    await stream.unmuteAudio();
    const [audio, video] = platform.devices.opened;
    expect([audio?.enabled, video?.enabled]).toEqual([true, false]);
    expect(stream.snapshot).toMatchObject({ videoMuted: true, audioMuted: false });
    await stream.unmuteVideo();
    await new Promise(setImmediate);
    expect(controls()).toEqual([
      { rtcId: 'RTC0', voff: 1, aoff: 0 },
      { rtcId: 'RTC0', voff: 0, aoff: 0 },
    ]);
  });

  it('that the server refuses is told by an event, as by nothing else', async () => {
    const { conference, scenario, publish } = await setUp();
    const stream = await publish();
    const failed: unknown[] = [];
    conference.on('responseFailed', (...args) => failed.push(args));
    scenario.platform.server.on(Op.StreamControl, () => ({ result: -1234, msg: 'not now' }));
    await stream.muteAudio();
    await scenario.advance();
    expect(failed).toEqual([[Op.StreamControl, -1234, 'not now']]);
    expect(conference.state.getSnapshot().state).toBe('joined');
  });

  it('of a kind that was never captured opens it and publishes again under the same id', async () => {
    const { publish, inits, scenario, platform, now } = await setUp();
    const stream = await publish({ video: false });
    const unmuting = stream.unmuteVideo();
    await scenario.advance(100);
    await unmuting;
    await scenario.advance();
    expect(scenario.traffic.filter((line) => line.startsWith('10'))).toEqual(['102 RTC0', '107 RTC0 -10', '102 RTC0']);
    expect(inits()[1]).toMatchObject({ id: 'ST_RTC0', voff: 0, aoff: 0, resolution: { w: 640, h: 480 } });
    expect(platform.peers.latest.transceivers.map(({ direction }) => direction)).toEqual(['sendrecv', 'sendrecv']);
    expect(now().streams).toMatchObject([{ id: 'ST_RTC0', videoMuted: false, link: 'linked' }]);
    expect(stream.mediaStream.getTracks()).toHaveLength(2);
    await stream.unpublish();
    expect(platform.devices.live).toHaveLength(0);
  });

  it('that can not be captured fails with voff_fail −203 and changes nothing', async () => {
    const { publish, platform, scenario } = await setUp();
    const stream = await publish({ video: false });
    platform.devices.failWith('NotReadableError');
    await expect(stream.unmuteVideo()).rejects.toMatchObject({
      errorType: 'voff_fail',
      code: -203,
      cause: { code: -201 },
    });
    expect(stream.snapshot.videoMuted).toBe(true);
    await scenario.advance(1_000);
    expect(scenario.traffic.filter((line) => line.startsWith('102'))).toHaveLength(1);
  });

  it('can be aborted while the camera opens, which is closed when it comes', async () => {
    const { publish, platform, scenario } = await setUp();
    const stream = await publish({ video: false });
    let open: () => void = () => undefined;
    platform.devices.gate = new Promise((resolve) => (open = resolve));
    const controller = new AbortController();
    const unmuting = stream.unmuteVideo({ signal: controller.signal });
    await scenario.advance();
    controller.abort();
    await expect(unmuting).rejects.toMatchObject({ reason: 'aborted' });
    open();
    await scenario.advance();
    expect(platform.devices.live.map(({ kind }) => kind)).toEqual(['audio']);
    expect(stream.snapshot.videoMuted).toBe(true);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('left %i microtasks after the camera opened: it is closed', async (ticks) => {
    const { publish, conference, platform, scenario } = await setUp();
    const stream = await publish({ video: false });
    let open: () => void = () => undefined;
    platform.devices.gate = new Promise((resolve) => (open = resolve));
    const unmuting = stream.unmuteVideo();
    unmuting.catch(() => undefined);
    await scenario.advance();
    open();
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    void conference.leave();
    await scenario.advance(1_000);
    expect(platform.devices.live).toHaveLength(0);
  });

  it('the last of many intents wins, and all of them settle', async () => {
    const { publish } = await setUp();
    const stream = await publish();
    const intents = [stream.muteVideo(), stream.unmuteVideo(), stream.muteVideo(), stream.unmuteVideo()];
    expect(await Promise.all(intents)).toHaveLength(4);
    expect(stream.snapshot.videoMuted).toBe(false);
  });
});

describe('a device that disappears', () => {
  it('is told of, the kind counts as off, and unmuting opens one anew under the same id', async () => {
    const { publish, controls, conference, platform, scenario, inits } = await setUp();
    const stream = await publish();
    const errors: unknown[] = [];
    conference.on('error', ({ message, reason }) => errors.push([message, reason]));
    const [, camera] = platform.devices.opened;
    camera?.end();
    await scenario.advance();
    expect(errors).toEqual([['the video device is gone: unmute to open one again', 'device-missing']]);
    expect(stream.snapshot).toMatchObject({ audioMuted: false, videoMuted: true, link: 'linked' });
    expect(controls()).toEqual([{ rtcId: 'RTC0', voff: 1, aoff: 0 }]);
    await stream.unmuteVideo();
    await scenario.advance();
    // The kind was sent before, so its media section exists: nothing is republished.
    expect(inits()).toHaveLength(1);
    expect(platform.peers.latest.transceivers[1]?.sender.track).toBe(platform.devices.opened[2]);
    expect(controls().at(-1)).toEqual({ rtcId: 'RTC0', voff: 0, aoff: 0 });
    expect(stream.snapshot).toMatchObject({ videoMuted: false, link: 'linked' });
    expect(stream.mediaStream.getTracks().map(({ kind, readyState }) => [kind, readyState])).toEqual([
      ['audio', 'live'],
      ['video', 'live'],
    ]);
    platform.devices.opened[2]?.end();
    expect(stream.snapshot.videoMuted).toBe(true);
  });

  it('while it is muted changes nothing that is shown, and is opened anew as well', async () => {
    const { publish, controls, platform, scenario } = await setUp();
    const stream = await publish();
    await stream.muteAudio();
    platform.devices.opened[0]?.end();
    await scenario.advance();
    expect(controls()).toHaveLength(1);
    await stream.unmuteAudio();
    expect([platform.devices.opened.length, stream.snapshot.audioMuted]).toEqual([3, false]);
  });

  it('after the stream has ended is of no interest, nor is one that was gone before', async () => {
    const { publish, conference } = await setUp();
    const errors: unknown[] = [];
    conference.on('error', (error) => errors.push(error));
    const [kept, gone] = [new FakeTrack('audio'), new FakeTrack('video')];
    gone.stop();
    const stream = await publish({ media: ready(kept, gone), keepMedia: true });
    expect(stream.snapshot).toMatchObject({ audioMuted: false, videoMuted: true });
    await stream.unpublish();
    kept.end();
    expect([errors, kept.listenerCount]).toEqual([[], 0]);
  });
});

describe('ending', () => {
  it('unpublishes with a 107, the camera off at once, the connection 500 ms later', async () => {
    const { publish, scenario, platform, now } = await setUp();
    const stream = await publish();
    await stream.unpublish();
    await stream.unpublish();
    expect([platform.devices.live.length, platform.peers.open.length, now().streams]).toEqual([0, 1, []]);
    await scenario.advance(500);
    expect(platform.peers.open).toHaveLength(0);
    expect(scenario.traffic.filter((line) => line === '107 RTC0')).toHaveLength(1);
    await expect(stream.muteAudio()).rejects.toMatchObject({ reason: 'closed' });
  });

  it('hangs up by snapshot or id', async () => {
    const { publish, conference, now } = await setUp();
    const stream = await publish();
    const removed: unknown[] = [];
    conference.on('streamRemoved', ({ closeReason }) => removed.push(closeReason));
    await conference.hangUp(now().streams[0] ?? '');
    await conference.hangUp('ST_RTC0');
    expect(now().streams).toEqual([]);
    expect([removed, stream.snapshot.closeReason]).toEqual([['UserHangup'], 'UserHangup']);
  });

  it('tells that publishing was given up, and ends the stream', async () => {
    const { publish, conference, scenario, platform, now } = await setUp();
    await publish();
    const failures: unknown[] = [];
    conference.on('linkFailed', (stream, error) => failures.push([stream.id, error.errorType, error.code]));
    platform.server.on(Op.Init, () => ({ result: -554 }));
    platform.peers.latest.setIce('failed');
    await scenario.advance(700);
    expect(failures).toEqual([['ST_RTC0', 'push_fail', -203]]);
    expect([now().streams.length, platform.devices.live.length, conference.localStream()]).toEqual([0, 0, undefined]);
  });
});

describe('attaching', () => {
  it('shows the own stream without sound until it ends', async () => {
    const { publish } = await setUp();
    const stream = await publish();
    const element = new FakeElement();
    stream.attach(element.asElement);
    expect([element.srcObject, element.muted, element.plays]).toEqual([stream.mediaStream, true, 1]);
    await stream.unpublish();
    expect(element.srcObject).toBeNull();
  });
});
