import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { fakeFfmpeg } from '../testing/fake-ffmpeg.js';
import { Encoder } from './encoder.js';
import { bytesOf } from './planes.js';

const CANVAS = { width: 640, height: 360, framesPerSecond: 10, bitrate: 300_000, background: 0 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-encoder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an encoder that does not keep up is given few pictures to wait, and one that hangs is ended', async () => {
  const clock = new FakeClock();
  let gone: string | undefined;
  const encoder = new Encoder(fakeFfmpeg(folder, 'hangs'), CANVAS, clock, {
    output: () => undefined,
    gone: (reason) => (gone = reason),
  });
  const picture = Buffer.alloc(bytesOf(CANVAS.width, CANVAS.height));
  for (let count = 0; count < 20; count++) {
    encoder.picture(picture, count * 100);
    encoder.sound(Buffer.alloc(1_920), count * 100);
  }
  expect(encoder.dropped).toBeGreaterThanOrEqual(15);
  expect(gone).toBeUndefined();
  clock.advance(11_000);
  encoder.picture(picture, 2_000);
  await vi.waitFor(() => expect(gone).toContain('SIGKILL'));
});
