import type { Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../support/index.js';
import { writePatternVideo, writeToneAudio, type PatternFileOptions } from './files.js';

/** Default video of the camera, played in a loop. */
const CAMERA = { width: 640, height: 360, framesPerSecond: 20, frames: 200 };
const TONE_SECONDS = 4;

export interface PatternChromium {
  readonly browser: Browser;
  /** Closes the browser and removes its files. */
  close(): Promise<void>;
}

/** A Chromium whose camera shows and whose microphone plays the number of a sender; both belong to a whole browser. */
export async function launchPatternChromium(
  sender: number,
  camera: Partial<Omit<PatternFileOptions, 'sender'>> = {},
): Promise<PatternChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-camera-'));
  const files = { video: join(folder, 'camera.y4m'), audio: join(folder, 'microphone.wav') };
  await writePatternVideo(files.video, { ...CAMERA, ...camera, sender });
  await writeToneAudio(files.audio, sender, TONE_SECONDS);
  const browser = await launchChromium(files);
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
