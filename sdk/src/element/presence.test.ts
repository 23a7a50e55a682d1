// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../testing/clock.js';
import { watchPresence } from './presence.js';

afterEach(() => document.body.replaceChildren());

const setUp = (isPaused = false) => {
  const video = document.createElement('video');
  Object.defineProperty(video, 'paused', { value: isPaused });
  const frame = document.createElement('div');
  const moves: boolean[] = [];
  const stop = watchPresence(video, (isThere) => moves.push(isThere));
  return { video, frame, moves, stop };
};

describe('an element of a page', () => {
  it('is gone when it is taken out, alone or with what it is in', async () => {
    const { video, frame, moves } = setUp();
    frame.append(video);
    document.body.append(frame);
    await settle();
    expect(moves).toEqual([]);
    frame.remove();
    await settle();
    document.body.append(video);
    await settle();
    video.remove();
    await settle();
    expect(moves).toEqual([false, false]);
  });

  it('is not gone when it is moved, nor is one that was never there', async () => {
    const { video, frame, moves } = setUp();
    const other = setUp();
    document.body.append(video, frame);
    await settle();
    frame.append(video);
    await settle();
    document.body.append(document.createElement('p'));
    await settle();
    expect([moves, other.moves]).toEqual([[], []]);
  });

  it('is there again when it was paused by being taken out; nobody else touches what the user paused', async () => {
    const { video, moves } = setUp(true);
    document.body.append(video);
    await settle();
    expect(moves).toEqual([true]);
    document.body.append(document.createElement('p'));
    await settle();
    expect(moves).toEqual([true]);
  });

  it('is watched by nobody afterwards', async () => {
    const { video, moves, stop } = setUp();
    document.body.append(video);
    await settle();
    stop();
    video.remove();
    await settle();
    expect(moves).toEqual([]);
  });
});
