// @vitest-environment node
import { Role, type Conference, type LocalStream, type PublishOptions } from '@lectern/rtc';
import { expect, test } from 'vitest';
import type { LocalMedia } from './local-media.js';
import { Publisher } from './publisher.js';

type Kind = 'audio' | 'video';

const track = (kind: Kind) => {
  const made = { kind, readyState: 'live', stop: () => (made.readyState = 'ended') };
  return made as unknown as MediaStreamTrack;
};

/** A fake of the lobby's media with these tracks open. */
function fakeMedia(open: Kind[], isMicrophoneMuted = false) {
  let tracks = open.map(track);
  const media = {
    ready: () => Promise.resolve(),
    handOver: () => {
      const given = tracks;
      tracks = [];
      return given;
    },
    state: { getSnapshot: () => ({ isMicrophoneMuted, camera: { deviceId: 'c1' }, microphone: { deviceId: 'm1' } }) },
  };
  return media as unknown as LocalMedia;
}

const wishOf = (wanted: PublishOptions['audio']): unknown => {
  if (typeof wanted !== 'object') return wanted;
  return (wanted.deviceId as ConstrainDOMStringParameters).ideal;
};

const describe = ({ audio, video, audioMuted, media }: PublishOptions): string => {
  const kinds = (media as { readonly kinds?: Kind[] } | undefined)?.kinds?.join('+') ?? 'nothing open';
  return `publish ${kinds}${audioMuted ? ' muted' : ''}, ${String(wishOf(audio))} ${String(wishOf(video))}`;
};

/** A fake conference that records its calls. */
function fakeConference(state = 'joined', role: Role = Role.Talker) {
  const asked: string[] = [];
  let stream: LocalStream | undefined;
  const say = (what: string) => (options?: object) => {
    asked.push(options ? `${what} ${JSON.stringify(options)}` : what);
    return Promise.resolve();
  };
  const conference = {
    state: { getSnapshot: () => ({ state, role }) },
    localStream: () => stream,
    publish: (options: PublishOptions) => {
      asked.push(describe(options));
      stream = {
        muteAudio: say('mute audio'),
        unmuteAudio: say('unmute audio'),
        muteVideo: say('mute video'),
        unmuteVideo: say('unmute video'),
      } as unknown as LocalStream;
      return Promise.resolve(stream);
    },
  };
  return { asked, conference: conference as unknown as Conference };
}

const makeStream = (tracks: MediaStreamTrack[]) =>
  ({ kinds: tracks.map(({ kind }) => kind) }) as unknown as MediaStream;

const setUp = (media: LocalMedia, state?: string) => {
  const { asked, conference } = fakeConference(state);
  return { asked, publisher: new Publisher(conference, media, makeStream) };
};

test('sends once what the lobby opened, muted as the lobby left it', async () => {
  const { asked, publisher } = setUp(fakeMedia(['audio', 'video'], true));
  await Promise.all([publisher.start(), publisher.start()]);
  expect(asked).toEqual(['publish audio+video muted, m1 c1']);
});

test('sends nothing where nothing is open, or the class is over', async () => {
  const alone = setUp(fakeMedia([]));
  await alone.publisher.start();
  expect(alone.asked).toEqual([]);
  const over = setUp(fakeMedia(['audio']), 'left');
  await over.publisher.start();
  expect(over.asked).toEqual([]);
});

test('switches what is sent by muting it, in order, and turns off the light of the camera', async () => {
  const { asked, publisher } = setUp(fakeMedia(['audio', 'video']));
  void publisher.start();
  void publisher.set('microphone', false);
  void publisher.set('camera', false);
  await publisher.set('microphone', true);
  expect(asked.slice(1)).toEqual(['mute audio', 'mute video {"release":true}', 'unmute audio']);
});

test('opens what the lobby did not, by the device that was chosen there', async () => {
  const { asked, publisher } = setUp(fakeMedia([]));
  await publisher.start();
  await publisher.set('camera', false);
  await publisher.set('camera', true);
  await publisher.set('microphone', true);
  expect(asked).toEqual(['publish nothing open, false c1', 'unmute audio']);
});

test('the audience publishes nothing, and its camera and microphone are released', async () => {
  const { conference, asked } = fakeConference('joined', Role.Audience);
  const media = fakeMedia(['audio', 'video']);
  const tracks: MediaStreamTrack[] = [];
  const handOver = media.handOver.bind(media);
  media.handOver = () => {
    tracks.push(...handOver());
    return tracks;
  };
  await new Publisher(conference, media, () => ({}) as MediaStream).start();
  expect(asked).toEqual([]);
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});
