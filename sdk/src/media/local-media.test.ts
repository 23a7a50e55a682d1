import { expect, test } from 'vitest';
import { FakeMediaStream, FakeTrack } from '../testing/media.js';
import { LocalMedia, type MediaKind } from './local-media.js';

const given = (track: FakeTrack): MediaStreamTrack => track as unknown as MediaStreamTrack;

function setUp({ keepMedia = false } = {}) {
  const camera = new FakeTrack('video');
  const stream = new FakeMediaStream([camera]);
  const gone: [MediaKind, boolean][] = [];
  const media = new LocalMedia({ port: undefined, onGone: (...what) => gone.push(what) });
  media.take(stream as unknown as MediaStream, { keepMedia });
  return { camera, stream, media, gone };
}

test('a kind that is not captured counts as muted, and so does one whose device has ended', () => {
  const { media, camera, gone } = setUp();
  expect(media.muted).toEqual({ audio: true, video: false });
  camera.end();
  expect([media.muted.video, media.has('video'), gone]).toEqual([true, false, [['video', false]]]);
});

test('a processor’s track is sent for each device in turn, and stopped with it', async () => {
  const { media, camera, stream } = setUp();
  const made = [new FakeTrack('video'), new FakeTrack('video')];
  const seen: unknown[] = [];
  const processor = (track: MediaStreamTrack): MediaStreamTrack => {
    seen.push(track);
    return given(made[seen.length - 1]!);
  };
  await media.setProcessor('video', processor);
  expect([stream.getTracks(), camera.readyState]).toEqual([[made[0]], 'live']);
  media.setMuted('video', true);
  expect([camera.enabled, made[0]?.enabled]).toEqual([false, false]);
  const other = new FakeTrack('video');
  await media.put(given(other));
  expect([stream.getTracks(), seen]).toEqual([[made[1]], [camera, other]]);
  expect([camera.readyState, made[0]?.readyState, made[1]?.enabled]).toEqual(['ended', 'ended', false]);
  await media.setProcessor('video', undefined);
  expect([stream.getTracks(), made[1]?.readyState]).toEqual([[other], 'ended']);
});

test('a processor that fails changes nothing', async () => {
  const { media, camera, stream } = setUp();
  const failing = media.setProcessor('video', () => Promise.reject(new Error('no WebAssembly')));
  await expect(failing).rejects.toThrow('no WebAssembly');
  await media.put(given(new FakeTrack('video')));
  expect([stream.getTracks().length, camera.readyState]).toEqual([1, 'ended']);
});

test('media that are lent are not stopped, but what was made of them is', async () => {
  const { media, camera } = setUp({ keepMedia: true });
  const made = new FakeTrack('video');
  await media.setProcessor('video', () => given(made));
  media.close();
  expect([camera.readyState, made.readyState]).toEqual(['live', 'ended']);
});

test('a track that comes after the end is stopped', async () => {
  const { media } = setUp();
  const late = new FakeTrack('video');
  media.close();
  await media.put(given(late));
  expect(late.readyState).toBe('ended');
});
