import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { fakeFfmpeg, type FakeFfmpeg } from '../testing/fake-ffmpeg.js';
import type { CodedFrame } from './frames.js';
import { StreamViewer } from './viewer.js';

const SIZE = { width: 64, height: 36, style: 'fit' } as const;

let folder: string;
let clock: FakeClock;
let refreshed: number;
let log: string[];
let viewer: StreamViewer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-viewer-'));
  clock = new FakeClock();
  refreshed = 0;
  log = [];
});

afterEach(() => {
  viewer.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(what: FakeFfmpeg): void {
  viewer = new StreamViewer(SIZE, {
    ffmpegPath: fakeFfmpeg(folder, what),
    clock,
    background: 0,
    refresh: () => refreshed++,
    log: (message) => log.push(message),
  });
}

const frame = (isKeyframe: boolean, bytes = 10): CodedFrame => ({
  codec: 'VP8',
  data: Buffer.alloc(bytes),
  isKeyframe,
  timestamp: 0,
});

test('there is a picture before there is one', () => {
  open('swallows');
  const before = viewer.at(0);
  expect([before.width, before.height, before.data.length]).toEqual([64, 36, 64 * 36 * 1.5]);
  viewer.resize({ ...SIZE, width: 32, height: 18 });
  expect(viewer.at(0).width).toBe(32);
});

test('asks for a keyframe until a decoder has one to begin with', () => {
  open('swallows');
  viewer.feed(frame(false), 0);
  expect(refreshed).toBe(1);
  viewer.feed(frame(true), 0);
  viewer.feed(frame(false), 0);
  expect(refreshed).toBe(1);
});

test('a decoder that freezes is replaced, after a moment, from a keyframe on', () => {
  open('swallows');
  viewer.feed(frame(true), 0);
  clock.advance(5_000);
  viewer.feed(frame(false), 0);
  expect(log).toEqual([expect.stringContaining('does not decode any more')]);
  expect(refreshed).toBe(1);
  // Delayed: a decoder that cannot run would be started for every frame.
  viewer.feed(frame(true), 0);
  clock.advance(5_000);
  viewer.feed(frame(true), 0);
  viewer.feed(frame(false), 0);
  expect(log).toHaveLength(1);
  clock.advance(5_000);
  viewer.feed(frame(false), 0);
  expect(log).toHaveLength(2);
});

test('a decoder that takes nothing is not fed without limit', () => {
  open('hangs');
  viewer.feed(frame(true, 3 * 1024 * 1024), 0);
  viewer.feed(frame(false), 0);
  expect(refreshed).toBe(1);
});
