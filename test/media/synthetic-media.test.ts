import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleForNode } from '../support/bundle.js';
import { WAIT_LIMIT_MS } from '../support/eventually.js';
import type { AudioReport } from './tone.js';
import type { VideoReport } from './video-log.js';

const run = promisify(execFile);

it('pictures and sound are recognised behind real codecs and a lossy relay', async () => {
  const script = await bundleForNode(new URL('./loopback-call.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [script], { timeout: WAIT_LIMIT_MS });
  const { video, audio, lost } = JSON.parse(stdout) as { video: VideoReport; audio: AudioReport; lost: number };
  expect(video.sender).toBe(9);
  expect(video.readable / video.pictures).toBeGreaterThan(0.9);
  const others = Object.entries(audio.tones).filter(([sender]) => sender !== '9');
  expect(Math.max(0, ...others.map(([, windows]) => windows))).toBeLessThan(4);
  expect(lost).toBeGreaterThan(0);
});
