import { expect, test, vi } from 'vitest';
import { clockText } from '../../../lib/clock-text.js';
import { FakeMedia } from './fake-media.js';
import { commandOf } from './keys.js';
import { isOverlayShown, PHASE_EVENTS, PHASES, type PlayerPhase } from './phase.js';
import { VideoPlayer, type VideoPlayerOptions } from './video-player.js';
import { watchedOf } from './watched.js';

function start(options: Partial<VideoPlayerOptions> = {}, duration = 30) {
  const media = new FakeMedia();
  const player = new VideoPlayer({ source: '/media/1/video', ...options });
  const seconds: number[] = [];
  const onEnded = vi.fn<() => void>();
  player.listen({ onSecond: (second) => seconds.push(second), onEnded });
  const detach = player.attach(media);
  media.load(duration);
  return { media, player, seconds, onEnded, detach, state: () => player.state.getSnapshot() };
}

test('the overlay is shown while the video is ready or paused, and hidden while it plays', async () => {
  const media = new FakeMedia();
  const player = new VideoPlayer({ source: 'x' });
  player.attach(media);
  const isShown = (): boolean => isOverlayShown(player.state.getSnapshot().phase);
  expect(isShown()).toBe(false);
  media.load(30);
  expect(isShown()).toBe(true);
  await player.play();
  expect(isShown()).toBe(false);
  media.run(3);
  media.dispatch('waiting');
  expect(isShown()).toBe(false);
  player.pause();
  expect(isShown()).toBe(true);
  await player.toggle();
  expect(isShown()).toBe(false);
  media.run(30);
  expect(isShown()).toBe(true);
  await player.toggle();
  expect(isShown()).toBe(false);
  await player.toggle();
  expect(isShown()).toBe(true);
});

test.each<[PlayerPhase, Partial<Record<string, PlayerPhase>>]>([
  ['loading', { loadedmetadata: 'ready', play: 'playing', error: 'failed' }],
  ['ready', { play: 'playing', loadstart: 'loading', error: 'failed' }],
  ['playing', { pause: 'paused', ended: 'ended', loadstart: 'loading', error: 'failed' }],
  ['paused', { play: 'playing', ended: 'ended', loadstart: 'loading', error: 'failed' }],
  ['ended', { play: 'playing', loadstart: 'loading', error: 'failed' }],
  ['failed', { loadstart: 'loading' }],
])('from %s it goes where its element says, and nowhere else', (phase, ways) => {
  for (const event of PHASE_EVENTS) expect(PHASES[phase][event], event).toBe(ways[event]);
});

test('a browser that refuses to play leaves the overlay where it is', async () => {
  const { media, player, state } = start();
  media.isPlayRefused = true;
  expect(await player.play()).toBe(false);
  expect(isOverlayShown(state().phase)).toBe(true);
});

test.each([0.05, 0.25, 0.4, 1, 1.7, 3.9])(
  'each whole second is told once when time comes in steps of %s s',
  async (step) => {
    const { media, player, seconds, state } = start({}, 20.02);
    await player.play();
    media.run(20.02, step);
    expect(seconds[0]).toBe(Math.floor(step));
    const all = Array.from({ length: 21 }, (_, second) => second);
    expect(seconds).toEqual(all.slice(Math.floor(step)));
    expect(state()).toMatchObject({ second: 20, duration: 20 });
  },
);

test('no second is told again while the video stands, or when its element says the same twice', async () => {
  const { media, player, seconds } = start();
  await player.play();
  media.run(2.5);
  player.pause();
  media.dispatch('timeupdate', 'timeupdate');
  await player.play();
  media.dispatch('timeupdate');
  media.run(3.2);
  expect(seconds).toEqual([0, 1, 2, 3]);
});

test('going elsewhere tells the second that is reached, not those between', async () => {
  const { media, player, seconds } = start();
  await player.play();
  media.run(2);
  player.seek(5);
  media.run(6);
  player.seek(1.4);
  media.run(2);
  expect(seconds).toEqual([0, 1, 2, 5, 6, 1, 2]);
});

test('ten seconds back and on, not beyond either end', () => {
  const { media, player } = start({}, 26.5);
  player.skip(1);
  expect(media.currentTime).toBe(10);
  player.skip(1);
  player.skip(1);
  expect(media.currentTime).toBe(26.5);
  player.skip(-1);
  expect(media.currentTime).toBe(16.5);
  player.skip(-1);
  player.skip(-1);
  expect(media.currentTime).toBe(0);
});

test.each([
  [12, 12],
  [0, 0],
  [29.7, 29],
  [500, 29],
])('it begins at second %s of 30 as asked: at %s', (startAt, expected) => {
  const { media, state, seconds } = start({ startAt });
  expect(media.currentTime).toBe(expected);
  expect(state().second).toBe(expected);
  expect(seconds).toEqual(expected === 0 ? [] : [expected]);
});

test('a second that is asked for before the video is there is where it begins', () => {
  const media = new FakeMedia();
  const player = new VideoPlayer({ source: 'x' });
  player.attach(media);
  player.seek(7);
  media.load(30);
  expect(media.currentTime).toBe(7);
});

test('speed, volume and silence are the element’s, and survive the loading of a source', () => {
  const { media, player, state } = start({ rate: 1.5 });
  expect(media.playbackRate).toBe(1.5);
  player.setRate(2);
  media.dispatch('ratechange');
  media.playbackRate = 1;
  media.load(30);
  expect([media.playbackRate, state().rate]).toEqual([2, 2]);
  player.setVolume(1.4);
  expect([media.volume, media.muted]).toEqual([1, false]);
  player.setVolume(-1);
  media.dispatch('volumechange');
  expect(state()).toMatchObject({ volume: 0, isMuted: true });
  player.toggleMuted();
  expect(media.muted).toBe(false);
});

test('it waits while there is nothing to play, ends once, and hears nothing of an element it let go of', async () => {
  const { media, player, state, onEnded, seconds, detach } = start({}, 3);
  await player.play();
  media.dispatch('waiting');
  expect(state().isWaiting).toBe(true);
  media.dispatch('canplay');
  expect(state().isWaiting).toBe(false);
  media.run(3);
  expect(onEnded).toHaveBeenCalledOnce();
  detach();
  media.currentTime = 1;
  media.dispatch('error');
  expect(state().phase).toBe('ended');
  expect(seconds).toEqual([0, 1, 2, 3]);
  expect(await player.play()).toBe(false);
});

test('the window says whether it fills the screen', () => {
  const { player, state } = start();
  expect(state().isFullScreen).toBe(false);
  player.setFullScreen(true);
  expect(state().isFullScreen).toBe(true);
});

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

test.each([
  [' ', { kind: 'toggle' }],
  ['k', { kind: 'toggle' }],
  ['K', { kind: 'toggle' }],
  ['ArrowLeft', { kind: 'skip', direction: -1 }],
  ['j', { kind: 'skip', direction: -1 }],
  ['ArrowRight', { kind: 'skip', direction: 1 }],
  ['l', { kind: 'skip', direction: 1 }],
  ['ArrowUp', { kind: 'volume', by: 0.1 }],
  ['f', { kind: 'full-screen' }],
  ['m', { kind: 'mute' }],
  ['c', { kind: 'captions' }],
  ['>', { kind: 'speed', direction: 1 }],
  ['5', { kind: 'jump', share: 0.5 }],
  ['x', undefined],
  ['Tab', undefined],
])('the key "%s" is %j', (key, command) => {
  expect(commandOf(press(key), 'frame')).toEqual(command);
});

test('keys that are others’ are left to them', () => {
  expect(commandOf(press(' '), 'button')).toBeUndefined();
  expect(commandOf(press('k'), 'button')).toEqual({ kind: 'toggle' });
  expect(commandOf(press('c'), 'choice')).toBeUndefined();
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
    expect(commandOf(press('f', { [held]: true }), 'frame')).toBeUndefined();
  }
});

const played = (...ranges: [number, number][]) => ({
  length: ranges.length,
  start: (at: number) => ranges[at]?.[0] ?? 0,
  end: (at: number) => ranges[at]?.[1] ?? 0,
});

test('what was watched are whole seconds, up to the last', () => {
  expect(watchedOf(played(), 20)).toEqual([]);
  expect(watchedOf(played([0, 7.3], [11.9, 15.8]), 20)).toEqual([
    [0, 7],
    [12, 16],
  ]);
  expect(watchedOf(played([3.1, 3.4]), 20)).toEqual([]);
  expect(watchedOf(played([0, 19.6]), 20)).toEqual([[0, 20]]);
  expect(watchedOf(played([0, 20.04]), 20)).toEqual([[0, 20]]);
});

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [750, '12:30'],
  [3723, '1:02:03'],
])('%s seconds are written %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
