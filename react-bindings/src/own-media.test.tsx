// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Role } from '@lectern/rtc';
import { AudioRenderer, useAudioPlayback, useScreenShare, useTrackToggle, VideoView } from './index.js';
import { FakeClient, FakeConference, fakeMedia, fakeStream } from './testing/fake-conference.js';
import { hookOfAnn, within } from './testing/render-with.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('sound has an element for each stream that is heard, and none for the tile that only shows it', () => {
  const heard = { wanted: { audio: true, video: true }, mediaStream: fakeMedia() };
  const conference = new FakeConference({
    streams: [
      fakeStream('a', heard),
      fakeStream('b', { wanted: { audio: false, video: true }, mediaStream: fakeMedia() }),
      fakeStream('mine', { isLocal: true, mediaStream: fakeMedia() }),
    ],
  });
  const view = render(<AudioRenderer />, { wrapper: within(new FakeClient(conference)) });
  const sounds = () => [...view.container.querySelectorAll('audio')].map(({ dataset }) => dataset['soundOf']);
  expect(sounds()).toEqual(['a']);
  expect(conference.attachments.at(-1)).toBe('attach:a');
  act(() => conference.updateStream('b', heard));
  expect(sounds()).toEqual(['a', 'b']);
  conference.attachments.length = 0;
  act(() => conference.updateStream('a', { wanted: { audio: false, video: true } }));
  expect([sounds(), conference.attachments]).toEqual([['b'], ['detach:a']]);
  act(() => conference.updateStream('b', { videoMuted: true }));
  expect(conference.attachments).toEqual(['detach:a']);
});

test('a tile beside the renderer is silent', () => {
  const conference = new FakeConference({ streams: [fakeStream('a', { mediaStream: fakeMedia() })] });
  const view = render(<VideoView stream={fakeStream('a')} muted aria-label="Ann" />, {
    wrapper: within(new FakeClient(conference)),
  });
  expect((view.getByLabelText('Ann') as HTMLVideoElement).muted).toBe(true);
});

test('sound that the browser blocked is reported, and resumed by the conference', async () => {
  const conference = new FakeConference({ isPlaybackBlocked: true });
  const resume = vi.spyOn(conference, 'resumePlayback');
  const { result } = renderHook(useAudioPlayback, { wrapper: within(new FakeClient(conference)) });
  expect(result.current.isBlocked).toBe(true);
  await act(() => result.current.resume());
  expect(resume).toHaveBeenCalledTimes(1);
  act(() => conference.update({ isPlaybackBlocked: false }));
  expect(result.current.isBlocked).toBe(false);
});

test('microphone and camera that are turned on at once share one publication', async () => {
  const useToggles = () => ({ microphone: useTrackToggle('audio'), camera: useTrackToggle('video') });
  const {
    result,
    settle,
    ann: { conference, platform },
  } = await hookOfAnn(useToggles);
  expect([result.current.microphone.isOn, result.current.camera.isOn]).toEqual([false, false]);
  act(() => {
    void result.current.microphone.toggle();
    void result.current.camera.toggle();
  });
  expect(result.current.camera.isPending).toBe(true);
  await settle();
  await settle();
  expect([result.current.microphone, result.current.camera]).toMatchObject([
    { isOn: true, isPending: false, error: undefined },
    { isOn: true, isPending: false, error: undefined },
  ]);
  expect(conference.state.getSnapshot().streams.filter(({ isLocal }) => isLocal)).toHaveLength(1);
  act(() => void result.current.camera.toggle());
  await settle();
  expect([result.current.microphone.isOn, result.current.camera.isOn]).toEqual([true, false]);
  expect(platform.devices.live.map(({ kind }) => kind)).toEqual(['audio']);
});

test('a refused camera is an error of the camera until it is tried again', async () => {
  const {
    result,
    settle,
    ann: { platform },
  } = await hookOfAnn(() => useTrackToggle('video'));
  platform.devices.failWith('NotAllowedError');
  act(() => void result.current.toggle(true));
  await settle();
  expect(result.current).toMatchObject({ isOn: false, isPending: false, error: { errorType: 'open_user_media_fail' } });
  platform.devices.failWith(undefined);
  act(() => void result.current.toggle(true));
  await settle();
  expect(result.current).toMatchObject({ isOn: true, error: undefined });
});

test('the audience has nothing to turn on', () => {
  const conference = new FakeConference({ role: Role.Audience });
  const { result } = renderHook(() => [useTrackToggle('audio').isAllowed, useScreenShare().isAllowed], {
    wrapper: within(new FakeClient(conference)),
  });
  expect(result.current).toEqual([false, false]);
  act(() => conference.update({ role: Role.Talker }));
  expect(result.current).toEqual([true, true]);
});

test('a screen is shared until the user ends it in the bar of the browser', async () => {
  const {
    result,
    settle,
    ann: { conference },
  } = await hookOfAnn(useScreenShare);
  act(() => void result.current.start());
  await settle();
  expect(result.current).toMatchObject({ isSharing: true, isPending: false, error: undefined });
  const [track] = result.current.stream?.mediaStream?.getTracks() ?? [];
  act(() => (track as unknown as { end(): void }).end());
  await settle();
  expect(result.current.isSharing).toBe(false);
  act(() => void result.current.start());
  await settle();
  expect(result.current.isSharing).toBe(true);
  await act(() => result.current.stop());
  expect(conference.localStream(2)).toBeUndefined();
});

test('choosing no screen is no error, a screen that cannot be captured is one', async () => {
  const {
    result,
    settle,
    ann: { platform },
  } = await hookOfAnn(useScreenShare);
  platform.devices.display = 'NotAllowedError';
  act(() => void result.current.start());
  await settle();
  expect(result.current).toMatchObject({ isSharing: false, isPending: false, error: undefined });
  platform.devices.display = 'NotReadableError';
  act(() => void result.current.start());
  await settle();
  expect(result.current.error).toMatchObject({ reason: 'media' });
});
