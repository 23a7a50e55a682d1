import { describe, expect, it } from 'vitest';
import type { PublishOptions } from '../conference/types.js';
import { Op } from '../protocol/index.js';
import { FakeMediaStream, FakeTrack } from '../testing/media.js';
import { Scenario, type ScenarioOptions } from '../testing/scenario.js';
import { DeviceControl, type HotPlugPolicy } from './index.js';

const CAMERAS = [
  { kind: 'videoinput', id: 'front' },
  { kind: 'videoinput', id: 'desk' },
  { kind: 'videoinput', id: 'back' },
] as const;
const MICROPHONES = [
  { kind: 'audioinput', id: 'built-in' },
  { kind: 'audioinput', id: 'headset' },
] as const;

interface SetUp extends ScenarioOptions {
  readonly publish?: PublishOptions | false;
  readonly policy?: HotPlugPolicy;
}

async function setUp({ publish = {}, policy, ...options }: SetUp = {}) {
  const { scenario, conference } = await Scenario.joined(options);
  const { devices, peers, server, clock } = scenario.platform;
  devices.setDevices([...CAMERAS, ...MICROPHONES]);
  const control = new DeviceControl(conference, scenario.client.devices, policy);
  if (publish) void conference.publish(publish);
  await scenario.advance(100);
  const events: string[] = [];
  for (const event of ['interrupted', 'resumed', 'gone', 'restored'] as const) {
    control.on(event, (kind, { deviceId }) => events.push(`${event} ${kind} ${String(deviceId)}`));
  }
  control.on('error', ({ message }) => events.push(message));
  const stream = () => conference.localStream()!;
  return {
    scenario,
    conference,
    devices,
    control,
    events,
    stream,
    server,
    clock,
    inUse: (kind: 'audio' | 'video') => control.state.getSnapshot()[kind],
    sent: (index: number) => (peers.latest.transceivers[index]?.sender.track as FakeTrack | undefined)?.label,
    offers: () => scenario.traffic.filter((line) => /^10[27]/.test(line)),
    flags: () => server.messages(Op.StreamControl).map(({ voff, aoff }) => [voff, aoff]),
    /** Advances time until the promise is settled. */
    after: async <T>(ms: number, promise: Promise<T>): Promise<T> => {
      promise.catch(() => undefined);
      await scenario.advance(ms);
      return promise;
    },
  };
}

describe('switching the camera', () => {
  it('goes to the next one of the list, and publishes it again after 100 ms under the same id', async () => {
    const { control, after, sent, offers, stream, devices, scenario, inUse, server } = await setUp();
    const switching = control.switchCamera();
    await scenario.advance(99);
    expect([offers(), devices.live.map(({ label }) => label)]).toEqual([
      ['102 RTC0', '107 RTC0 -10'],
      ['built-in', 'desk'],
    ]);
    await after(1, switching);
    expect([offers(), sent(1)]).toEqual([['102 RTC0', '107 RTC0 -10', '102 RTC0'], 'desk']);
    expect(server.messages(Op.Init)[1]?.pubS).toMatchObject({ id: 'ST_RTC0', voff: 0, aoff: 0 });
    expect(stream().snapshot).toMatchObject({ id: 'ST_RTC0', link: 'linked' });
    expect(inUse('video')).toEqual({ state: 'live', deviceId: 'desk', label: 'desk' });
    await after(100, control.switchCamera());
    await after(100, control.switchCamera());
    expect(sent(1)).toBe('front');
  });

  it('turns a phone round, which has a front and a back', async () => {
    const { control, after, devices, sent } = await setUp({ publish: { video: { facingMode: 'user', width: 640 } } });
    await after(100, control.switchCamera());
    expect(devices.requests.at(-1)).toEqual({ video: { width: 640, facingMode: { exact: 'environment' } } });
    await after(100, control.switchCamera());
    expect(devices.requests.at(-1)).toEqual({ video: { width: 640, facingMode: { exact: 'user' } } });
    expect(sent(1)).toBeDefined();
  });

  it('works where only one camera can be open', async () => {
    const { control, after, devices, sent } = await setUp();
    devices.isOneAtATime = true;
    await after(100, control.changeCamera('back'));
    expect([sent(1), devices.live.map(({ label }) => label)]).toEqual(['back', ['built-in', 'back']]);
  });

  it('that fails leaves what was sent before: switch_camera_fail −203', async () => {
    const { control, after, devices, sent, offers, stream } = await setUp();
    await expect(after(100, control.changeCamera('missing'))).rejects.toMatchObject({
      errorType: 'switch_camera_fail',
      code: -203,
      specMessage: 'open media error. OverconstrainedError when get camera/microphone',
      cause: { code: -201 },
    });
    expect([sent(1), offers(), stream().snapshot.videoMuted]).toEqual(['front', ['102 RTC0'], false]);
    expect(devices.live.map(({ label }) => label)).toEqual(['built-in', 'front']);
  });

  it('that fails where only one can be open opens the old one again', async () => {
    const { control, after, devices, sent, stream } = await setUp();
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (constraints) =>
      JSON.stringify(constraints).includes('back')
        ? Promise.reject(new DOMException('fake', 'NotReadableError'))
        : open(constraints);
    await expect(after(100, control.changeCamera('back'))).rejects.toMatchObject({ errorType: 'switch_camera_fail' });
    expect(sent(1)).toBe('front');
    expect(devices.live.map(({ label }) => label)).toEqual(['built-in', 'front']);
    expect(stream().snapshot).toMatchObject({ videoMuted: false, link: 'linked' });
  });

  it('that leaves no camera at all counts as off', async () => {
    const { control, after, devices, flags, stream } = await setUp();
    devices.failWith('NotReadableError');
    await expect(after(100, control.changeCamera('back'))).rejects.toMatchObject({ errorType: 'switch_camera_fail' });
    expect([stream().snapshot.videoMuted, flags()]).toEqual([true, [[1, 0]]]);
    devices.failWith(undefined);
    await stream().unmuteVideo();
    expect(devices.live.map(({ label }) => label)).toEqual(['built-in', 'front']);
  });

  it('while it is off chooses the one that is opened next, and opens none', async () => {
    const { control, after, devices, stream, offers, inUse } = await setUp();
    await stream().muteVideo({ release: true });
    expect(inUse('video')).toMatchObject({ state: 'off', deviceId: 'front' });
    await after(100, control.changeCamera('back'));
    expect(devices.live.map(({ label }) => label)).toEqual(['built-in']);
    await stream().unmuteVideo();
    expect([devices.live.map(({ label }) => label), offers()]).toEqual([['built-in', 'back'], ['102 RTC0']]);
  });

  it('the last of several wishes counts, and all of them settle', async () => {
    const { control, scenario, sent, devices } = await setUp();
    const wishes = ['desk', 'back', 'desk', 'front', 'back'].map((id) => control.changeCamera(id));
    await scenario.advance(100);
    await scenario.advance(100);
    expect(await Promise.all(wishes)).toHaveLength(5);
    expect([sent(1), devices.live.length]).toEqual(['back', 2]);
  });

  it('is nothing for audience, nor without a stream or another camera', async () => {
    const audience = await setUp({ enter: { role: 1 }, publish: false });
    await expect(audience.control.switchCamera()).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });
    await expect(audience.control.changeCamera('desk')).rejects.toMatchObject({
      specMessage: 'Audience not allow publish',
    });
    const unpublished = await setUp({ publish: false });
    await expect(unpublished.control.switchCamera()).rejects.toMatchObject({ specMessage: 'pub stream not exsits.' });
    const alone = await setUp();
    alone.devices.setDevices([CAMERAS[0], ...MICROPHONES]);
    await alone.scenario.advance();
    await expect(alone.control.switchCamera()).rejects.toMatchObject({
      errorType: 'switch_camera_fail',
      message: 'there is no other camera',
    });
  });

  it('can be aborted while the camera opens, which is closed when it comes', async () => {
    const { control, devices, scenario, sent } = await setUp();
    let open: () => void = () => undefined;
    devices.gate = new Promise((resolve) => (open = resolve));
    const controller = new AbortController();
    const switching = control.changeCamera('back', { signal: controller.signal });
    await scenario.advance();
    controller.abort();
    await expect(switching).rejects.toMatchObject({ reason: 'aborted' });
    open();
    await scenario.advance();
    expect([sent(1), devices.live.map(({ label }) => label)]).toEqual(['front', ['built-in', 'front']]);
  });

  it('in a conference that is left meanwhile leaves nothing open', async () => {
    const { control, conference, devices, scenario } = await setUp();
    let open: () => void = () => undefined;
    devices.gate = new Promise((resolve) => (open = resolve));
    const switching = control.changeCamera('back');
    switching.catch(() => undefined);
    await scenario.advance();
    void conference.leave();
    await scenario.advance(1_000);
    open();
    await expect(switching).rejects.toMatchObject({ reason: 'closed' });
    await scenario.advance();
    expect(devices.live).toHaveLength(0);
  });
});

describe('changing constraints', () => {
  it('asks the same camera for them, and publishes again after 100 ms', async () => {
    const { control, after, devices, offers } = await setUp();
    await after(100, control.changeConstraints({ width: 320, frameRate: 10 }));
    expect(devices.requests.at(-1)).toEqual({ video: { deviceId: 'front', width: 320, frameRate: 10 } });
    expect(offers()).toEqual(['102 RTC0', '107 RTC0 -10', '102 RTC0']);
  });

  it('that can not be had is taken back: ChanageVideoConstraints_fail −203', async () => {
    const { control, after, devices, sent, offers, stream } = await setUp({ publish: { video: { width: 640 } } });
    devices.failWith('OverconstrainedError');
    const changing = control.changeConstraints({ width: { exact: 99_999 } });
    await expect(after(100, changing)).rejects.toMatchObject({
      errorType: 'ChanageVideoConstraints_fail',
      code: -203,
      cause: { code: -201 },
    });
    expect([sent(1), offers()]).toEqual(['front', ['102 RTC0']]);
    devices.failWith(undefined);
    await stream().muteVideo({ release: true });
    await stream().unmuteVideo();
    expect(devices.requests.at(-1)).toEqual({ video: { width: 640, deviceId: 'front' } });
  });
});

describe('changing the microphone', () => {
  it('goes on without a gap: nothing is published again', async () => {
    const { control, after, sent, offers, inUse, devices } = await setUp();
    await after(0, control.changeMicrophone('headset'));
    expect([sent(0), offers(), inUse('audio').deviceId]).toEqual(['headset', ['102 RTC0'], 'headset']);
    expect(devices.live.map(({ label }) => label)).toEqual(['front', 'headset']);
  });

  it('while it is muted stays muted', async () => {
    const { control, after, devices, stream, flags } = await setUp();
    await stream().muteAudio();
    await after(0, control.changeMicrophone('headset'));
    expect(devices.live.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['front', true],
      ['headset', false],
    ]);
    expect([stream().snapshot.audioMuted, flags()]).toEqual([true, [[0, 1]]]);
  });

  it('that fails leaves the old one heard, with the words of the specification', async () => {
    const { control, after, devices, sent } = await setUp();
    devices.failWith('NotFoundError');
    await expect(after(0, control.changeMicrophone('headset'))).rejects.toMatchObject({
      errorType: 'open_user_media_fail',
      code: -201,
      specMessage: 'getUserMedia error: not have input device',
    });
    expect(sent(0)).toBe('built-in');
  });
});

describe('a device that the system mutes', () => {
  it('is told of, and again when it goes on', async () => {
    const { devices, events, inUse } = await setUp();
    const [microphone] = devices.opened;
    microphone?.setMuted(true);
    expect([events, inUse('audio').state]).toEqual([['interrupted audio built-in'], 'interrupted']);
    microphone?.setMuted(false);
    expect([events.at(-1), inUse('audio').state]).toEqual(['resumed audio built-in', 'live']);
  });

  it('is no interruption any more when it was replaced', async () => {
    const { devices, events, inUse, control, after } = await setUp();
    const [microphone] = devices.opened;
    microphone?.setMuted(true);
    await after(0, control.changeMicrophone('headset'));
    microphone?.setMuted(false);
    expect([inUse('audio').state, microphone?.listenerCount, events]).toEqual([
      'live',
      0,
      ['interrupted audio built-in', 'resumed audio headset'],
    ]);
  });
});

describe('hot-plug', () => {
  const without = (id: string) => [...CAMERAS, ...MICROPHONES].filter((one) => one.id !== id);

  it('tells what was plugged in and out', async () => {
    const { control, devices, scenario } = await setUp();
    const changes: unknown[] = [];
    control.on('devicesChanged', (added, removed) =>
      changes.push([added.map(({ deviceId }) => deviceId), removed.map(({ deviceId }) => deviceId)]),
    );
    devices.setDevices([...without('back'), { kind: 'audiooutput', id: 'speakers' }]);
    await scenario.advance();
    expect(changes).toEqual([[['speakers'], ['back']]]);
  });

  it('lets another microphone take the place of one that is gone, until it is back', async () => {
    const { control, after, devices, scenario, events, sent, stream, offers } = await setUp();
    await after(0, control.changeMicrophone('headset'));
    devices.setDevices(without('headset'));
    await scenario.advance();
    expect([sent(0), stream().snapshot.audioMuted]).toEqual(['built-in', false]);
    expect(events).toEqual(['gone audio headset', 'restored audio built-in']);
    devices.setDevices([...CAMERAS, ...MICROPHONES]);
    await scenario.advance();
    expect([sent(0), offers()]).toEqual(['headset', ['102 RTC0']]);
  });

  it('turns a camera that is gone off, and on again when it is back', async () => {
    const { devices, scenario, events, sent, stream, inUse, flags } = await setUp();
    devices.setDevices(without('front'));
    await scenario.advance();
    expect([stream().snapshot.videoMuted, inUse('video').state]).toEqual([true, 'gone']);
    devices.setDevices([...CAMERAS, ...MICROPHONES]);
    await scenario.advance();
    expect([sent(1), stream().snapshot.videoMuted, flags()]).toEqual(['front', false, [[1, 0], [0, 0]]]); // prettier-ignore
    expect(events).toEqual(['gone video front', 'restored video front']);
  });

  it('does not bring back what the user replaced or had turned off', async () => {
    const { control, after, devices, scenario, sent, stream } = await setUp();
    devices.setDevices(without('front'));
    await scenario.advance();
    await after(0, control.changeCamera('desk'));
    await stream().unmuteVideo();
    await stream().muteAudio();
    devices.setDevices(without('built-in'));
    await scenario.advance();
    devices.setDevices([...CAMERAS, ...MICROPHONES]);
    await scenario.advance(100);
    expect([sent(1), stream().snapshot]).toMatchObject(['desk', { audioMuted: true, videoMuted: false }]);
  });

  it('follows the wish of the application', async () => {
    const policy = { fallBack: { audio: false, video: true }, comeBack: { audio: false } };
    const { devices, scenario, stream, sent } = await setUp({ policy });
    devices.setDevices(without('front'));
    await scenario.advance(100);
    expect([sent(1), stream().snapshot.videoMuted]).toEqual(['desk', false]);
    devices.setDevices(without('built-in'));
    await scenario.advance();
    devices.setDevices([...CAMERAS, ...MICROPHONES]);
    await scenario.advance();
    expect(stream().snapshot.audioMuted).toBe(true);
  });

  it('reads the labels 300 ms after a device was opened; at once where the server grants `fast`', async () => {
    const reads = async (caps: readonly string[]) => {
      const { control, after, clock } = await setUp({ enter: { caps } });
      await after(0, control.changeMicrophone('headset'));
      return clock.pendingDelays.includes(300);
    };
    expect([await reads([]), await reads(['fast'])]).toEqual([true, false]);
  });
});

describe('the end', () => {
  it('leaves no listener behind, and nothing is asked for any more', async () => {
    const { control, conference, devices, scenario, inUse } = await setUp();
    const tracks = [...devices.opened];
    void conference.leave();
    await scenario.advance(1_000);
    expect(tracks.map(({ listenerCount }) => listenerCount)).toEqual([0, 0]);
    expect(inUse('video').state).toBe('off');
    await expect(control.switchCamera()).rejects.toMatchObject({ reason: 'closed' });
    control.close();
  });

  it('of the stream is no lost device, and the next stream is followed as well', async () => {
    const { conference, scenario, stream, inUse, events } = await setUp();
    await stream().unpublish();
    expect([inUse('video').state, events]).toEqual(['off', []]);
    const track = new FakeTrack('audio', 'given');
    void conference.publish({ media: new FakeMediaStream([track]) as unknown as MediaStream });
    await scenario.advance();
    expect(inUse('audio')).toMatchObject({ state: 'live', label: 'given' });
    track.end();
    await scenario.advance();
    expect(events).toEqual(['gone audio undefined', 'restored audio built-in']);
  });
});
