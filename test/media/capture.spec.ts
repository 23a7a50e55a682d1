import { expect, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { launchChromium } from '../support/browsers.js';
import { pageReaderScript, writePatternVideo, writeToneAudio } from './index.js';

const SENDER = 5;

test('a page with the pattern file as camera is seen and heard through a call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-capture-'));
  const files = { video: join(folder, 'camera.y4m'), audio: join(folder, 'microphone.wav') };
  await writePatternVideo(files.video, { sender: SENDER, width: 640, height: 360, framesPerSecond: 20, frames: 200 });
  await writeToneAudio(files.audio, SENDER, 4);
  const browser = await launchChromium(files);
  try {
    const page = await browser.newPage();
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><video autoplay playsinline></video>' }),
    );
    await page.addInitScript(await pageReaderScript());
    await page.goto('http://localhost/');
    await page.evaluate(async () => {
      // Typical constraints: the camera's frames are cropped and scaled, and the audio is processed.
      const camera = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } });
      const [sender, receiver] = [new RTCPeerConnection(), new RTCPeerConnection()];
      sender.onicecandidate = ({ candidate }) => void receiver.addIceCandidate(candidate ?? undefined);
      receiver.onicecandidate = ({ candidate }) => void sender.addIceCandidate(candidate ?? undefined);
      receiver.ontrack = ({ streams }) => {
        const video = document.querySelector('video');
        if (video !== null) video.srcObject = streams[0] ?? null;
      };
      for (const track of camera.getTracks()) sender.addTrack(track, camera);
      await sender.setLocalDescription();
      await receiver.setRemoteDescription(sender.localDescription as RTCSessionDescription);
      await receiver.setLocalDescription();
      await sender.setRemoteDescription(receiver.localDescription as RTCSessionDescription);
      window.lecternReader.watchAll();
    });
    const [report] = await eventually(
      'seeing and hearing the file',
      () => page.evaluate(() => window.lecternReader.reports()),
      ([first]) => (first?.video.readable ?? 0) > 60 && (first?.tones[SENDER] ?? 0) > 20,
    );
    expect(report?.video.sender).toBe(SENDER);
    const others = Object.entries(report?.tones ?? {}).filter(([sender]) => Number(sender) !== SENDER);
    expect(Math.max(0, ...others.map(([, windows]) => windows))).toBeLessThan(5);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
