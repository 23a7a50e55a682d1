import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import puppeteer, { type Browser as Firefox } from 'puppeteer-core';
import { WAIT_LIMIT_MS } from './eventually.js';
import { findChromium, findFirefox } from './executables.js';

export interface CaptureFiles {
  /** Y4M shown by the camera. */
  readonly video?: string;
  /** Path of a WAV file that the fake microphone plays. */
  readonly audio?: string;
}

/** Chromium's switches for calls on one machine, without questions and without a real camera. */
export const chromiumArgs = (files: CaptureFiles = {}): string[] => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--allow-loopback-in-peer-connection',
  // Background pages must continue to send and read.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  ...(files.video === undefined ? [] : [`--use-file-for-fake-video-capture=${files.video}`]),
  ...(files.audio === undefined ? [] : [`--use-file-for-fake-audio-capture=${files.audio}`]),
];

/** @throws if there is no Chromium */
export const chromiumOptions = (files: CaptureFiles = {}): LaunchOptions => {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium found: install it (Debian: apt install chromium) or set CHROMIUM_PATH.');
  }
  return { executablePath, args: chromiumArgs(files), headless: true, timeout: WAIT_LIMIT_MS };
};

/** Starts a Chromium of its own; since the capture files belong to the process, each participant needs one. */
export const launchChromium = (files: CaptureFiles = {}): Promise<Browser> => chromium.launch(chromiumOptions(files));

/** Starts a Chromium that keeps pages silent until they are clicked, as a user's does. */
export const launchStrictChromium = (): Promise<Browser> => {
  const options = chromiumOptions();
  const args = (options.args ?? []).filter((arg) => !arg.startsWith('--autoplay-policy='));
  return chromium.launch({ ...options, args: [...args, '--autoplay-policy=document-user-activation-required'] });
};

/**
 * Starts a Chromium that shares the tab with this title when a display is requested. Its permission prompts are real,
 * because the switch that answers them selects a fake display as well: pages must be granted camera and microphone.
 */
export const launchSharingChromium = (title: string, cameras = 1): Promise<Browser> => {
  const options = chromiumOptions();
  const args = (options.args ?? []).filter((arg) => !arg.startsWith('--use-fake'));
  const devices = `--use-fake-device-for-media-stream=device-count=${cameras}`;
  return chromium.launch({
    ...options,
    args: [...args, devices, `--auto-select-tab-capture-source-by-title=${title}`],
  });
};

/** Starts Firefox with its own fake camera and a microphone that plays a tone; undefined if there is no Firefox. */
export const launchFirefox = async (toneHz: number): Promise<Firefox | undefined> => {
  const executablePath = findFirefox();
  if (executablePath === undefined) return undefined;
  return puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    headless: true,
    executablePath,
    timeout: WAIT_LIMIT_MS,
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.audio.fake_frequency': toneHz,
      'media.navigator.permission.disabled': true,
      'media.peerconnection.ice.obfuscate_host_addresses': false,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
    },
  });
};
