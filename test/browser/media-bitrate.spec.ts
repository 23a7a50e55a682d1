import { expect, test, type Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeriftEngine } from '../../server/src/media/index.js';

/** What a camera at 1280x720 needs to look good, and how soon a caller expects it to. */
const BITRATE = 1_500_000;
const WITHIN_MS = 5_000;

interface Probe {
  outgoing: RTCPeerConnection;
  incoming: RTCPeerConnection;
  connectedAt: number;
}

declare global {
  /** The engine, from inside the page. */
  var publishTo: (offer: string) => Promise<string>;
  var subscribeTo: (offer: string) => Promise<string>;
  var probe: Probe;
}

test.describe('the media engine, with a Chromium publisher', () => {
  const engine = createWeriftEngine();
  let web: Server;
  let url: string;

  test.beforeAll(async () => {
    await engine.start();
    web = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<video muted autoplay>'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  });

  test.afterAll(async () => {
    await engine.stop();
    await new Promise((resolve) => web.close(resolve));
  });

  for (const codec of ['VP8', 'H264']) {
    test(`${codec} at 1280x720 reaches ${BITRATE / 1e6} Mbit/s within ${WITHIN_MS / 1e3} s and is decoded`, async ({
      page,
    }) => {
      await open(page, codec);
      await page.evaluate(publish, codec);
      await page.evaluate(subscribe);
      const reaches = (): Promise<void> =>
        expect
          .poll(() => page.evaluate(allowedBitrate), { timeout: WITHIN_MS, intervals: [100] })
          .toBeGreaterThan(BITRATE);
      await reaches();
      const decoded = (): Promise<number> => page.evaluate(framesDecoded);
      await expect.poll(decoded).toBeGreaterThan(20);
      expect(await page.evaluate(receivedSize)).toEqual([1280, 720]);
      // Where the feedback is wrong, the estimate has fallen from its start by now and does not come back.
      await reaches();
    });
  }

  async function open(page: Page, codec: string): Promise<void> {
    const sourceId = `source-${codec}`;
    const request = { roomId: 'room', sourceId };
    await page.exposeFunction('publishTo', async (offer: string) => {
      const result = await engine.publish({
        ...request,
        transportId: `${codec}-out`,
        offer,
        videoCodecs: ['VP8', 'H264'],
      });
      expect(result.videoCodec).toBe(codec);
      return result.answer;
    });
    await page.exposeFunction('subscribeTo', async (offer: string) => {
      const wanted = { audio: true, video: true };
      return (await engine.subscribe({ ...request, transportId: `${codec}-in`, offer, wanted })).answer;
    });
    await page.goto(url);
  }
});

// What follows runs in the page.

async function publish(codec: string): Promise<void> {
  const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 1280, height: 720 } });
  const outgoing = new RTCPeerConnection();
  for (const track of media.getTracks()) outgoing.addTrack(track, media);
  const video = outgoing.getTransceivers().find((entry) => entry.sender.track?.kind === 'video');
  const all = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const first = all.filter((entry) => entry.mimeType === `video/${codec}`);
  video?.setCodecPreferences([...first, ...all.filter((entry) => !first.includes(entry))]);
  // Full size from the start, so that it is the bitrate that is measured.
  const parameters = video?.sender.getParameters();
  if (parameters !== undefined) {
    await video?.sender.setParameters({ ...parameters, degradationPreference: 'maintain-resolution' });
  }
  await outgoing.setLocalDescription();
  await outgoing.setRemoteDescription({
    type: 'answer',
    sdp: await globalThis.publishTo(outgoing.localDescription?.sdp ?? ''),
  });
  globalThis.probe = { outgoing, incoming: new RTCPeerConnection(), connectedAt: performance.now() };
}

async function subscribe(): Promise<void> {
  const { incoming } = globalThis.probe;
  incoming.addTransceiver('audio', { direction: 'recvonly' });
  incoming.addTransceiver('video', { direction: 'recvonly' });
  incoming.addEventListener('track', ({ track, streams }) => {
    const element = document.querySelector('video');
    if (track.kind === 'video' && element !== null) element.srcObject = streams[0] ?? null;
  });
  await incoming.setLocalDescription();
  await incoming.setRemoteDescription({
    type: 'answer',
    sdp: await globalThis.subscribeTo(incoming.localDescription?.sdp ?? ''),
  });
}

/**
 * What the encoder may spend, in bit/s, on a picture of full size; 0 as long as it is smaller. Not what it does spend: the
 * fake camera's picture is too simple to need as much as a face does.
 */
async function allowedBitrate(): Promise<number> {
  let [estimate, target] = [0, 0];
  for (const entry of (await globalThis.probe.outgoing.getStats()).values()) {
    if (entry.type === 'candidate-pair' && entry.nominated === true) estimate = entry.availableOutgoingBitrate ?? 0;
    if (entry.type === 'outbound-rtp' && entry.kind === 'video' && entry.frameWidth === 1280) {
      target = entry.targetBitrate ?? 0;
    }
  }
  return Math.min(estimate, target);
}

async function framesDecoded(): Promise<number> {
  for (const entry of (await globalThis.probe.incoming.getStats()).values()) {
    const stats = entry as RTCInboundRtpStreamStats;
    if (stats.type === 'inbound-rtp' && stats.kind === 'video') return stats.framesDecoded ?? 0;
  }
  return 0;
}

function receivedSize(): [number, number] {
  const element = document.querySelector('video');
  return [element?.videoWidth ?? 0, element?.videoHeight ?? 0];
}
