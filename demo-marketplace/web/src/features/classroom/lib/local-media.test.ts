// @vitest-environment node
import type { MediaPort } from '@lectern/rtc';
import { expect, test } from 'vitest';
import { LocalMedia } from './local-media.js';

class FakeTrack extends EventTarget {
  enabled = true;
  readyState = 'live';

  constructor(
    readonly kind: 'audio' | 'video',
    readonly deviceId: string,
  ) {
    super();
  }

  stop(): void {
    this.readyState = 'ended';
  }

  getSettings() {
    return { deviceId: this.deviceId };
  }

  /** The device is unplugged. */
  vanish(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

const refusal = (name: string): Error => Object.assign(new Error(name), { name });

/** A fake machine with devices; `refuse` gives the browser's error for a kind. */
function machine(refuse: { video?: string; audio?: string } = {}) {
  const tracks: FakeTrack[] = [];
  const asked: MediaStreamConstraints[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const port: MediaPort = {
    getUserMedia: async (constraints) => {
      asked.push(constraints);
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
      for (const kind of kinds) if (refuse[kind]) throw refusal(refuse[kind]);
      const made = kinds.map((kind) => {
        const wished = (constraints[kind] as MediaTrackConstraints).deviceId as { ideal: string } | undefined;
        return new FakeTrack(kind, wished?.ideal ?? `${kind}-1`);
      });
      tracks.push(...made);
      return { getTracks: () => made } as unknown as MediaStream;
    },
    enumerateDevices: () => Promise.resolve([]),
    onDeviceChange: () => () => undefined,
  };
  return {
    tracks,
    asked,
    hold: () => void (isHeld = true),
    release: () => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
    media: new LocalMedia({ port }),
  };
}

const live = (tracks: readonly FakeTrack[]) => tracks.filter(({ readyState }) => readyState === 'live');
const states = (media: LocalMedia) => {
  const { camera, microphone } = media.state.getSnapshot();
  return { camera: camera.problem ?? camera.state, microphone: microphone.problem ?? microphone.state };
};

test('opens both with one question, and stops both', async () => {
  const { media, tracks, asked } = machine();
  media.open();
  media.open();
  expect(states(media)).toEqual({ camera: 'opening', microphone: 'opening' });
  await media.ready();
  expect(states(media)).toEqual({ camera: 'on', microphone: 'on' });
  expect(asked).toHaveLength(1);
  media.close();
  expect(live(tracks)).toEqual([]);
  expect(states(media)).toEqual({ camera: 'off', microphone: 'off' });
});

test('a missing camera does not take the microphone with it', async () => {
  const { media } = machine({ video: 'NotFoundError' });
  media.open();
  await media.ready();
  expect(states(media)).toEqual({ camera: 'missing', microphone: 'on' });
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotReadableError', 'busy'],
  ['OverconstrainedError', 'missing'],
  ['SomethingNew', 'failed'],
])('%s is told as %s', async (name, problem) => {
  const { media } = machine({ video: name, audio: name });
  media.open();
  await media.ready();
  expect(states(media)).toEqual({ camera: problem, microphone: problem });
});

test('a page that may not use devices says so', async () => {
  const media = new LocalMedia({ port: undefined });
  media.open();
  await media.ready();
  expect(states(media)).toEqual({ camera: 'insecure', microphone: 'insecure' });
});

test('another device replaces the first, whose track is stopped', async () => {
  const { media, tracks } = machine();
  media.open();
  await media.ready();
  await media.start('camera', 'video-2');
  expect(live(tracks).map(({ deviceId }) => deviceId)).toEqual(['audio-1', 'video-2']);
  expect(media.state.getSnapshot().camera.deviceId).toBe('video-2');
});

test('of two wishes the last one counts, and what comes late is stopped', async () => {
  const { media, tracks, hold, release } = machine();
  hold();
  const first = media.start('camera', 'video-1');
  const second = media.start('camera', 'video-2');
  release();
  await Promise.all([first, second]);
  expect(live(tracks).map(({ deviceId }) => deviceId)).toEqual(['video-2']);
});

test('closing while the user is asked leaves nothing open', async () => {
  const { media, tracks, hold, release } = machine();
  hold();
  media.open();
  const asked = media.ready();
  media.close();
  release();
  await asked;
  expect(tracks).toHaveLength(2);
  expect(live(tracks)).toEqual([]);
  expect(states(media)).toEqual({ camera: 'off', microphone: 'off' });
});

test('a muted microphone stays open and silent, also when it is changed', async () => {
  const { media, tracks } = machine();
  media.open();
  await media.ready();
  media.setMicrophoneMuted(true);
  await media.start('microphone', 'audio-2');
  expect(live(tracks).filter(({ kind }) => kind === 'audio')).toMatchObject([{ deviceId: 'audio-2', enabled: false }]);
  media.setMicrophoneMuted(false);
  expect(live(tracks).filter(({ kind }) => kind === 'audio')).toMatchObject([{ enabled: true }]);
});

test('a device that is unplugged is told as lost', async () => {
  const { media, tracks } = machine();
  media.open();
  await media.ready();
  tracks.find(({ kind }) => kind === 'video')?.vanish();
  expect(states(media)).toEqual({ camera: 'lost', microphone: 'on' });
});

test('what was handed over stays open when the lobby is closed, and can be opened anew', async () => {
  const { media, tracks } = machine();
  media.open();
  await media.ready();
  expect(media.handOver()).toHaveLength(2);
  expect(states(media)).toEqual({ camera: 'off', microphone: 'off' });
  media.close();
  expect(live(tracks)).toHaveLength(2);
  tracks[1]?.vanish();
  expect(states(media)).toEqual({ camera: 'off', microphone: 'off' });
  media.open();
  await media.ready();
  expect(states(media)).toEqual({ camera: 'on', microphone: 'on' });
});
