// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Role, StreamType } from '@lectern/rtc';
import {
  LecternProvider,
  useActiveSpeaker,
  useIsSpeaking,
  useAttributes,
  useAutoSubscribe,
  useConferenceEvent,
  useConferenceState,
  useConnectionState,
  useDevices,
  useLocalMember,
  useLocalStream,
  useMemberStream,
  usePlaybackBlocked,
  useSilencing,
  useStreamIds,
  useSubscribedStreams,
  VideoView,
} from './index.js';
import { FakeClient, FakeConference, fakeMedia, fakeMember, fakeStream } from './testing/fake-conference.js';

afterEach(cleanup);

const within = (client: FakeClient) =>
  function Within({ children }: { children: ReactNode }) {
    return (
      <StrictMode>
        <LecternProvider client={client}>{children}</LecternProvider>
      </StrictMode>
    );
  };

const hook = <T,>(run: () => T, conference: FakeConference | undefined) => {
  const client = new FakeClient(conference);
  return { client, ...renderHook(run, { wrapper: within(client) }) };
};

test('a hook without a provider says what is missing', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => renderHook(() => useConnectionState())).toThrow('<LecternProvider client={…}>');
  vi.restoreAllMocks();
});

test('the connection is idle, then the conference’s, and offline when the machine is', () => {
  const conference = new FakeConference();
  const { client, result } = hook(useConnectionState, undefined);
  expect(result.current).toBe('idle');
  act(() => client.current.set(conference));
  expect(result.current).toBe('joined');
  act(() => conference.update({ state: 'reconnecting', signalling: 'reconnecting' }));
  expect(result.current).toBe('reconnecting');
  act(() => conference.update({ signalling: 'offline' }));
  expect(result.current).toBe('offline');
  act(() => conference.update({ state: 'recovering', signalling: 'connected' }));
  expect(result.current).toBe('recovering');
});

test.each([StreamType.Video, StreamType.AudioMixer])(
  'camera and microphone are found whether the server mixes or not (type %i)',
  (type) => {
    const conference = new FakeConference({
      streams: [
        fakeStream('screen', { memberId: 'bob', type: StreamType.Desktop }),
        fakeStream('theirs', { memberId: 'bob', type }),
        fakeStream('own-screen', { memberId: 'me', isLocal: true, type: StreamType.Desktop }),
        fakeStream('mine', { memberId: 'me', isLocal: true, type }),
      ],
    });
    const useFound = () => [
      useMemberStream('bob')?.id,
      useMemberStream('bob', StreamType.Desktop)?.id,
      useLocalStream()?.id,
    ];
    expect(hook(useFound, conference).result.current).toEqual(['theirs', 'screen', 'mine']);
  },
);

test('a shared screen is no camera', () => {
  const conference = new FakeConference({
    streams: [fakeStream('screen', { memberId: 'bob', type: StreamType.Desktop })],
  });
  expect(hook(() => useMemberStream('bob'), conference).result.current).toBeUndefined();
});

test('who may not be heard knows by whom: mute-all spares admins', () => {
  const conference = new FakeConference();
  const { result } = hook(useSilencing, conference);
  expect(result.current).toBeUndefined();
  act(() => conference.update({ isAllMuted: true }));
  expect(result.current).toBe('all');
  act(() => conference.update({ role: Role.Admin }));
  expect(result.current).toBeUndefined();
  act(() => conference.update({ isMuted: true }));
  expect(result.current).toBe('member');
});

test('attributes are empty without a conference, and there is no speaker then', () => {
  const { client, result } = hook(() => ({ all: useAttributes(), speaker: useActiveSpeaker() }), undefined);
  expect(result.current).toEqual({ all: {}, speaker: undefined });
  act(() => client.current.set(new FakeConference({ attributes: { topic: 'algebra' } })));
  expect(result.current.all).toEqual({ topic: 'algebra' });
});

test('the speaker is the loudest of the others whom the server announces, in conferences that are not mixed too', () => {
  const conference = new FakeConference();
  const { result } = hook(() => ({ speaker: useActiveSpeaker(), isSpeaking: useIsSpeaking('b') }), conference);
  const voice = (memberId: string) => ({ memberId, streamId: `S-${memberId}`, level: 0.5 });
  act(() => conference.update({ speakers: [voice('me'), voice('b'), voice('c')] }));
  expect(result.current).toEqual({ speaker: 'b', isSpeaking: true });
  act(() => conference.update({ speakers: [voice('c')] }));
  expect(result.current).toEqual({ speaker: 'c', isSpeaking: false });
  act(() => conference.update({ speakers: [] }));
  expect(result.current).toEqual({ speaker: undefined, isSpeaking: false });
});

test('an inline selector follows the props it closes over', () => {
  const conference = new FakeConference({ members: [fakeMember('a')] });
  const { result, rerender } = renderHook(
    ({ factor }) => useConferenceState((state) => state.members.length * factor),
    { wrapper: within(new FakeClient(conference)), initialProps: { factor: 1 } },
  );
  rerender({ factor: 10 });
  expect(result.current).toBe(10);
});

test('local member, local stream, playback and devices are read from the snapshot', () => {
  const conference = new FakeConference({
    isPlaybackBlocked: true,
    streams: [fakeStream('mine', { isLocal: true }), fakeStream('theirs')],
  });
  const { result } = hook(
    () => ({
      member: useLocalMember()?.id,
      stream: useLocalStream()?.id,
      blocked: usePlaybackBlocked(),
      permission: useDevices().permission,
    }),
    conference,
  );
  expect(result.current).toEqual({ member: 'me', stream: 'mine', blocked: true, permission: 'unknown' });
});

test('lists of ids and of subscriptions keep their identity while their content stays', () => {
  const conference = new FakeConference({
    streams: [fakeStream('a', { wanted: { audio: true, video: true } }), fakeStream('b')],
  });
  const { result } = hook(() => ({ ids: useStreamIds(), subscribed: useSubscribedStreams() }), conference);
  const first = result.current;
  act(() => conference.updateStream('b', { audioMuted: true }));
  expect(result.current.ids).toBe(first.ids);
  expect(result.current.subscribed).toBe(first.subscribed);
  expect(first.subscribed.map(({ id }) => id)).toEqual(['a']);
});

test('every remote stream is subscribed once, also under StrictMode, and one that comes back again', async () => {
  const conference = new FakeConference({ streams: [fakeStream('mine', { isLocal: true }), fakeStream('a')] });
  hook(() => useAutoSubscribe(), conference);
  expect(conference.subscribed).toEqual(['a']);
  act(() => conference.update({ streams: [fakeStream('a'), fakeStream('b')] }));
  act(() => conference.updateStream('b', { audioMuted: true }));
  expect(conference.subscribed).toEqual(['a', 'b']);
  act(() => conference.update({ streams: [fakeStream('b')] }));
  act(() => conference.update({ streams: [fakeStream('b'), fakeStream('a')] }));
  expect(conference.subscribed).toEqual(['a', 'b', 'a']);
});

test('a failed subscription is reported and not repeated by itself', async () => {
  const conference = new FakeConference({ streams: [fakeStream('a')] });
  const failure = new Error('no answer');
  conference.failSubscribe = failure;
  const onError = vi.fn();
  hook(() => useAutoSubscribe({ onError }), conference);
  await act(async () => conference.updateStream('a', { videoMuted: true }));
  expect(conference.subscribed).toEqual(['a']);
  expect(onError.mock.calls.map(([stream, error]) => [stream.id, error])).toEqual([['a', failure]]);
});

test('events reach the newest listener, once, and stop with the component', () => {
  const conference = new FakeConference();
  const heard: string[] = [];
  const { rerender, unmount } = renderHook(
    ({ prefix }) => useConferenceEvent('memberJoined', (member) => heard.push(prefix + member.id)),
    { wrapper: within(new FakeClient(conference)), initialProps: { prefix: '1' } },
  );
  rerender({ prefix: '2' });
  conference.emit('memberJoined', fakeMember('ann'));
  expect(heard).toEqual(['2ann']);
  unmount();
  expect(conference.listenerCount()).toBe(0);
});

test('VideoView attaches when there is media, again with other media, and lets go at the end', () => {
  const conference = new FakeConference();
  const client = new FakeClient(conference);
  const stream = fakeStream('a');
  const first = fakeMedia();
  const show = (media: MediaStream | undefined, audioMuted = false) => (
    <VideoView stream={{ ...stream, mediaStream: media, audioMuted }} aria-label="Ann" />
  );
  const view = render(show(undefined), { wrapper: within(client) });
  const takeAttachments = () => conference.attachments.splice(0);

  expect(takeAttachments()).toEqual([]);
  view.rerender(show(first));
  expect(takeAttachments().at(-1)).toBe('attach:a');
  view.rerender(show(first, true));
  expect(takeAttachments()).toEqual([]);
  view.rerender(show(fakeMedia()));
  expect(takeAttachments()).toEqual(['detach:a', 'attach:a']);
  view.unmount();
  expect(takeAttachments()).toEqual(['detach:a']);
});

test('VideoView marks the stream, mirrors, mutes the local one and forwards ref and props', () => {
  const conference = new FakeConference({ streams: [fakeStream('mine', { isLocal: true })] });
  const ref = { current: null as HTMLVideoElement | null };
  const view = render(
    <VideoView ref={ref} stream={fakeStream('mine', { isLocal: true })} mirrored className="tile" aria-label="Me" />,
    { wrapper: within(new FakeClient(conference)) },
  );
  const video = view.getByLabelText('Me') as HTMLVideoElement;
  expect(ref.current).toBe(video);
  expect(video.dataset['streamId']).toBe('mine');
  expect(video.className).toBe('tile');
  expect(video.muted).toBe(true);
  expect(video.style.transform).toBe('scaleX(-1)');
});

test('everything renders to a string, without a page', () => {
  const Page = () => (
    <p>
      {useConnectionState()} {useStreamIds().length}
      <VideoView stream={fakeStream('a')} />
    </p>
  );
  const html = renderToString(
    <LecternProvider client={new FakeClient(new FakeConference({ streams: [fakeStream('a')] }))}>
      <Page />
    </LecternProvider>,
  );
  expect(html).toContain('joined');
});
