import { expect, test, type Browser } from '@playwright/test';
import { createWeriftEngine } from '../../server/src/media/index.js';
import { BlankSite } from '../media/bitrate-call.js';
import { eventually, launchChromium } from '../support/index.js';

test('a voice that Chromium publishes is among the speakers until it is muted', async () => {
  const engine = createWeriftEngine();
  const heard: string[][] = [];
  engine.on('speakers', (roomId, speakers) => heard.push([roomId, ...speakers.map(({ sourceId }) => sourceId)]));
  const [site, browser]: [BlankSite, Browser, void] = await Promise.all([
    BlankSite.start(),
    launchChromium(),
    engine.start(),
  ]);
  try {
    const page = await browser.newPage();
    await page.exposeFunction('publishTo', async (offer: string) => {
      const request = { roomId: 'room', sourceId: 'voice', transportId: 'out', offer, videoCodecs: [] };
      return (await engine.publish(request)).answer;
    });
    await page.goto(site.url);
    await page.evaluate(publishVoice);
    const newest = async (): Promise<string> => heard.at(-1)?.join(' ') ?? '';
    await eventually('the voice being announced', newest, (names) => names === 'room voice');
    engine.setForwarded('voice', { audio: false, video: false });
    expect(await eventually('silence', newest, (names) => names !== 'room voice')).toBe('room');
  } finally {
    await Promise.all([browser.close(), engine.stop(), site.close()]);
  }
});

/** Runs in the page: publishes the beeps of Chromium's fake microphone. */
async function publishVoice(): Promise<void> {
  const media = await navigator.mediaDevices.getUserMedia({ audio: true });
  const outgoing = new RTCPeerConnection();
  for (const track of media.getTracks()) outgoing.addTrack(track, media);
  await outgoing.setLocalDescription();
  const sdp = await globalThis.publishTo(outgoing.localDescription?.sdp ?? '');
  await outgoing.setRemoteDescription({ type: 'answer', sdp });
  globalThis.call = { outgoing, incoming: outgoing };
}
