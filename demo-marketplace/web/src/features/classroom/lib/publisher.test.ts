import type { Conference, LocalStream, PublishOptions } from '@lectern/rtc';
import { expect, test } from 'vitest';
import type { LocalMedia, SourceKind } from './local-media.js';
import { Publisher } from './publisher.js';

type Kind = 'audio' | 'video';

const track = (kind: Kind) => ({ kind, readyState: 'live' }) as MediaStreamTrack;

/** Media that has some devices open, and opens others when asked. */
function fakeMedia(open: Kind[], missing: SourceKind[] = []) {
  const tracks = new Map<Kind, MediaStreamTrack>(open.map((kind) => [kind, track(kind)]));
  let isMicrophoneMuted = false;
  const media = {
    ready: () => Promise.resolve(),
    tracks: () => [...tracks.values()],
    setMicrophoneMuted: (isMuted: boolean) => void (isMicrophoneMuted = isMuted),
    start: (kind: SourceKind) => {
      const sort = kind === 'camera' ? 'video' : 'audio';
      if (!missing.includes(kind)) tracks.set(sort, track(sort));
      return Promise.resolve();
    },
    state: {
      getSnapshot: () => ({
        isMicrophoneMuted,
        camera: { state: tracks.has('video') ? 'on' : 'failed' },
        microphone: { state: tracks.has('audio') ? 'on' : 'failed' },
      }),
    },
  };
  return media as unknown as LocalMedia;
}

const describe = ({ audioMuted, videoMuted, keepMedia, media }: PublishOptions): string => {
  const kinds = (media as unknown as { readonly kinds: Kind[] }).kinds.join('+');
  return `publish ${kinds}${audioMuted ? ' muted' : ''}${videoMuted ? ' unseen' : ''}${keepMedia ? '' : ' given away'}`;
};

/** A conference that writes down what it is asked for. */
function fakeConference(state = 'joined') {
  const asked: string[] = [];
  let stream: LocalStream | undefined;
  const say = (what: string) => () => {
    asked.push(what);
    return Promise.resolve();
  };
  const conference = {
    state: { getSnapshot: () => ({ state }) },
    localStream: () => stream,
    publish: (options: PublishOptions) => {
      asked.push(describe(options));
      const { kinds } = options.media as unknown as { readonly kinds: Kind[] };
      const of = (kind: Kind) => (kinds.includes(kind) ? [track(kind)] : []);
      stream = {
        mediaStream: { getAudioTracks: () => of('audio'), getVideoTracks: () => of('video') },
        snapshot: { audioMuted: options.audioMuted === true, videoMuted: options.videoMuted === true },
        muteAudio: say('mute audio'),
        unmuteAudio: say('unmute audio'),
        muteVideo: say('mute video'),
        unmuteVideo: say('unmute video'),
        unpublish: () => {
          stream = undefined;
          return say('unpublish')();
        },
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

test('sends once what the lobby opened, muted as the lobby left it, and keeps the tracks', async () => {
  const media = fakeMedia(['audio', 'video']);
  media.setMicrophoneMuted(true);
  const { asked, publisher } = setUp(media);
  await Promise.all([publisher.start(), publisher.start()]);
  expect(asked).toEqual(['publish audio+video muted']);
});

test('sends nothing where nothing is open, or the class is over', async () => {
  const alone = setUp(fakeMedia([]));
  await alone.publisher.start();
  expect(alone.asked).toEqual([]);
  const over = setUp(fakeMedia(['audio']), 'left');
  await over.publisher.start();
  expect(over.asked).toEqual([]);
});

test('switches what is sent by muting it', async () => {
  const { asked, publisher } = setUp(fakeMedia(['audio', 'video']));
  void publisher.start();
  void publisher.set('microphone', false);
  void publisher.set('camera', false);
  await publisher.set('microphone', true);
  expect(asked.slice(1)).toEqual(['mute audio', 'mute video', 'unmute audio']);
});

test('a camera that was off in the lobby is added by publishing anew, with the microphone as it was', async () => {
  const media = fakeMedia(['audio']);
  media.setMicrophoneMuted(true);
  const { asked, publisher } = setUp(media);
  await publisher.start();
  await publisher.set('camera', true);
  expect(asked).toEqual(['publish audio muted', 'unpublish', 'publish audio+video muted']);
});

test('a device that can not be opened changes nothing', async () => {
  const { asked, publisher } = setUp(fakeMedia(['audio'], ['camera']));
  await publisher.start();
  await publisher.set('camera', true);
  expect(asked).toEqual(['publish audio']);
});
