// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePreJoin, type PreJoinOptions } from './index.js';
import { hookOfAnn } from './testing/render-with.js';

afterEach(cleanup);

const memory = (entries: Record<string, string> = {}) => ({
  entries,
  getItem: (key: string) => entries[key] ?? null,
  setItem: (key: string, value: string) => void (entries[key] = value),
});

const preJoin = (options?: PreJoinOptions) => hookOfAnn(() => usePreJoin(options));

test('the preview opens both devices once they are wanted, and nothing stays open', async () => {
  const { ann, result, settle, unmount } = await preJoin();
  await settle();
  expect(result.current.camera).toMatchObject({ isPending: false, error: undefined });
  expect(result.current.camera.media?.getTracks().map(({ kind }) => kind)).toEqual(['video']);
  expect(result.current.microphone.media?.getTracks().map(({ kind }) => kind)).toEqual(['audio']);
  expect(ann.platform.devices.live).toHaveLength(2);
  act(() => result.current.choose({ isCameraOn: false }));
  await settle();
  expect(result.current.camera.media).toBeUndefined();
  expect(ann.platform.devices.live.map(({ kind }) => kind)).toEqual(['audio']);
  unmount();
  expect(ann.platform.devices.live).toEqual([]);
});

test('a device that is opened after its component is gone is closed again', async () => {
  const { ann, settle, unmount } = await preJoin();
  unmount();
  await settle();
  expect(ann.platform.devices.live).toEqual([]);
});

test('choices are remembered: devices, what is on, and the name', async () => {
  const storage = memory();
  const first = await preJoin({ storage });
  act(() => first.result.current.choose({ name: 'Ann', isMicrophoneOn: false }));
  act(() => first.result.current.choose({ cameraId: 'second' }));
  first.unmount();
  const { ann, result, settle } = await preJoin({ storage, initial: { isCameraOn: false } });
  await settle();
  expect(result.current.choices).toMatchObject({ name: 'Ann', isMicrophoneOn: false, isCameraOn: true });
  expect(ann.platform.devices.requests.at(-1)).toEqual({ video: { deviceId: { ideal: 'second' } } });
});

test.each(['{', 'null', '[1]', '{"isCameraOn":"yes","name":7}'])('damaged storage %s is as none', async (entry) => {
  const { result, settle } = await preJoin({ storage: memory({ 'lectern:join-choices': entry }) });
  await settle();
  expect(result.current.choices).toMatchObject({ name: '', isMicrophoneOn: true, isCameraOn: true });
});

test('a browser that forbids storage previews all the same', async () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  const { result, settle } = await preJoin({ storage: { getItem: forbidden, setItem: forbidden } });
  act(() => result.current.choose({ name: 'Ann' }));
  await settle();
  expect(result.current.choices.name).toBe('Ann');
});

test('a refused device is an error of its own', async () => {
  const { ann, result, settle } = await preJoin({ initial: { isCameraOn: false } });
  ann.platform.devices.failWith('NotAllowedError');
  act(() => result.current.choose({ isCameraOn: true }));
  await settle();
  expect(result.current.camera).toMatchObject({ media: undefined, error: { errorType: 'open_user_media_fail' } });
  expect(result.current.microphone.error).toBeUndefined();
});
