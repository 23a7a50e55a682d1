import { expect, test } from '@playwright/test';
import { ChatPages } from '../interop/chat-pages.js';
import { OwnClient } from '../interop/own-client.js';
import { launchPatternChromium, type ElementReport, type PatternChromium } from '../media/index.js';
import { eventually, ServerProcess } from '../support/index.js';

const [ANN, BEN] = [3, 4];
/** Number of readable frames and tone windows that identifies a sender reliably. */
const CLEAR = 15;

const framesOf = (report: ElementReport | undefined): number => report?.video.readable ?? 0;
const tonesOf = (report: ElementReport | undefined, sender: number): number => report?.tones[sender] ?? 0;

const sees = async (client: OwnClient, sender: number): Promise<void> => {
  const before = framesOf(await client.perceive());
  const report = await eventually(
    `${client.user} seeing ${sender}`,
    () => client.perceive(),
    (now) => framesOf(now) > before + CLEAR,
  );
  expect(report?.video.sender).toBe(sender);
};

const hears = async (client: OwnClient, sender: number): Promise<void> => {
  const before = tonesOf(await client.perceive(), sender);
  await eventually(
    `${client.user} hearing ${sender}`,
    () => client.perceive(),
    (now) => tonesOf(now, sender) > before + CLEAR,
  );
};

test.describe('two pages in Chromium that call each other', () => {
  let server: ServerProcess;
  let pages: ChatPages;
  const chromiums: PatternChromium[] = [];
  let ann: OwnClient;
  let ben: OwnClient;

  test.beforeAll(async () => {
    pages = await ChatPages.start();
    server = await ServerProcess.start();
    chromiums.push(await launchPatternChromium(ANN), await launchPatternChromium(BEN));
    const enter = (side: 0 | 1, user: string): Promise<OwnClient> =>
      OwnClient.enter(chromiums[side]!.browser, pages, server.url, user);
    [ann, ben] = [await enter(0, 'call-ann'), await enter(1, 'call-ben')];
  });

  test.afterAll(async () => {
    await Promise.all(chromiums.map((chromium) => chromium.close()));
    await server?.close();
    await pages?.close();
  });

  test('see and hear each other, are told what is muted, and hang up', async () => {
    await ann.call(ben.user);
    await ben.callIs({ state: 'ringing', peer: ann.user, isVideo: true });
    await ben.accept();
    await Promise.all([ann.callIs({ state: 'connected' }), ben.callIs({ state: 'connected' })]);
    await Promise.all([sees(ann, BEN), sees(ben, ANN), hears(ann, BEN), hears(ben, ANN)]);
    await ann.mute('video', true);
    await ben.callIs({ remoteVideoMuted: true, remoteAudioMuted: false });
    await ben.mute('audio', true);
    await ann.callIs({ remoteAudioMuted: true });
    await hears(ben, ANN);
    await ann.mute('video', false);
    await ben.callIs({ remoteVideoMuted: false });
    await sees(ben, ANN);
    await ann.hangUp();
    await ann.callIs({ state: 'ended', endReason: 'hangup', endedBy: 'local' });
    await ben.callIs({ state: 'ended', endReason: 'hangup', endedBy: 'remote' });
  });

  test('talk without picture, and reject', async () => {
    await ben.call(ann.user, false);
    await ann.callIs({ state: 'ringing', isVideo: false, isIncoming: true });
    await ann.accept();
    await Promise.all([hears(ann, BEN), hears(ben, ANN)]);
    await ann.hangUp();
    await ben.callIs({ state: 'ended', endReason: 'hangup', endedBy: 'remote' });
    await ann.call(ben.user);
    await ben.callIs({ state: 'ringing' });
    await ben.hangUp();
    await ann.callIs({ state: 'ended', endReason: 'reject', endedBy: 'remote' });
  });
});
