import { expect, test, type Browser, type Page } from '@playwright/test';
import { createWeriftEngine } from '../../server/src/media/index.js';
import { BlankSite } from '../media/bitrate-call.js';
import { eventually, launchChromium } from '../support/index.js';

const FRAMES_PER_SECOND = 10;

/** Video as it is received. */
interface Received {
  readonly height: number;
  readonly framesDecoded: number;
  readonly keyFramesDecoded: number;
}

test.describe('a camera that Chromium publishes in three sizes', () => {
  const engine = createWeriftEngine();
  let site: BlankSite;
  let browser: Browser;

  test.beforeAll(async () => {
    [site, browser] = await Promise.all([BlankSite.start(), launchChromium(), engine.start()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await Promise.all([engine.stop(), site.close()]);
  });

  for (const codec of ['VP8', 'H264']) {
    test(`${codec}: a subscriber receives the size that it needs, and frames go on when that changes`, async () => {
      const page = await browser.newPage();
      const sizeIs = async (height: number): Promise<Received> =>
        eventually(
          `a picture of ${height} lines`,
          () => page.evaluate(readReceived),
          (received) => received.height === height,
        );
      await open(page, site.url, codec);
      await sizeIs(720);
      engine.setNeed(`${codec}-in`, { height: 180, isPreferred: false });
      const small = await sizeIs(180);
      const later = await eventually(
        'frames of the small picture',
        () => page.evaluate(readReceived),
        ({ framesDecoded }) => framesDecoded > small.framesDecoded + FRAMES_PER_SECOND,
      );
      expect(later.height).toBe(180);
      engine.setNeed(`${codec}-in`, { isPreferred: false });
      const large = await sizeIs(720);
      expect(large.framesDecoded).toBeGreaterThan(later.framesDecoded);
      await eventually(
        'frames of the large picture',
        () => page.evaluate(readReceived),
        ({ framesDecoded }) => framesDecoded > large.framesDecoded + FRAMES_PER_SECOND,
      );
      await page.close();
    });
  }

  /** Publishes a camera from the page and subscribes to it there, over a connection that many streams could share. */
  async function open(page: Page, url: string, codec: string): Promise<void> {
    const [roomId, sourceId] = ['room', `source-${codec}`];
    await page.exposeFunction('publishTo', async (offer: string) => {
      const request = { roomId, sourceId, transportId: `${codec}-out`, offer, videoCodecs: [codec] };
      return (await engine.publish(request)).answer;
    });
    await page.exposeFunction('subscribeTo', async (offer: string) => {
      const wanted = { audio: true, video: true };
      const transport = { kind: 'subscribe' as const, transportId: `${codec}-in`, sourceId, wanted, mids: ['0'] };
      const request = { roomId, connectionId: `${codec}-all`, isNew: true, offer, transports: [transport] };
      return (await engine.negotiate(request)).answer;
    });
    await page.goto(url);
    await page.evaluate(publish, FRAMES_PER_SECOND);
    await page.evaluate(subscribe);
  }
});

// The functions below run in the page.

async function publish(frameRate: number): Promise<void> {
  const media = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720, frameRate } });
  const outgoing = new RTCPeerConnection();
  const [track] = media.getVideoTracks();
  outgoing.addTransceiver(track!, {
    direction: 'sendonly',
    sendEncodings: [
      { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: 150_000 },
      { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 500_000 },
      { rid: 'f', maxBitrate: 1_200_000 },
    ],
  });
  await outgoing.setLocalDescription();
  const sdp = await globalThis.publishTo(outgoing.localDescription?.sdp ?? '');
  await outgoing.setRemoteDescription({ type: 'answer', sdp });
  globalThis.call = { outgoing, incoming: new RTCPeerConnection() };
}

async function subscribe(): Promise<void> {
  const { incoming } = globalThis.call;
  incoming.addTransceiver('video', { direction: 'recvonly' });
  incoming.addEventListener('track', ({ streams }) => {
    document.querySelector('video')!.srcObject = streams[0] ?? null;
  });
  await incoming.setLocalDescription();
  const sdp = await globalThis.subscribeTo(incoming.localDescription?.sdp ?? '');
  await incoming.setRemoteDescription({ type: 'answer', sdp });
}

async function readReceived(): Promise<Received> {
  for (const entry of (await globalThis.call.incoming.getStats()).values()) {
    if (entry.type !== 'inbound-rtp') continue;
    const { frameHeight = 0, framesDecoded = 0, keyFramesDecoded = 0 } = entry;
    return { height: frameHeight, framesDecoded, keyFramesDecoded };
  }
  return { height: 0, framesDecoded: 0, keyFramesDecoded: 0 };
}
