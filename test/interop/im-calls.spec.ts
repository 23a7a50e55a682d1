import { expect, test } from '@playwright/test';
import { launchPatternChromium, type ElementReport, type PatternChromium } from '../media/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import type { ChatClient, SeenMessage } from './chat-client.js';
import { ChatPages } from './chat-pages.js';
import { Chatters, type ChatterOptions } from './chatters.js';
import { OwnClient } from './own-client.js';

const [ANN, BEN] = [1, 2];
/** Number of readable frames and tone windows that identifies a sender reliably. */
const CLEAR = 15;

let server: ServerProcess;
let pages: ChatPages;
/** One for each side. */
let chromiums: readonly [PatternChromium, PatternChromium];
let sides: readonly [Chatters, Chatters];
const own: OwnClient[] = [];

test.beforeAll(async () => {
  pages = await ChatPages.start();
  server = await ServerProcess.start();
  chromiums = [await launchPatternChromium(ANN), await launchPatternChromium(BEN)];
});
test.afterAll(async () => {
  await Promise.all((chromiums ?? []).map((chromium) => chromium.close()));
  await server?.close();
  await pages?.close();
});
test.beforeEach(() => {
  const [first, second] = chromiums;
  sides = [new Chatters(first.browser, pages, server.url), new Chatters(second.browser, pages, server.url)];
});
test.afterEach(async () => {
  await Promise.all(own.splice(0).map((client) => client.close()));
  for (const side of sides) await side.close();
});

type Side = 0 | 1;

/** A user on the call client, on top of chat client 3.6.3 by default. */
const published = (side: Side, name: string, more: Partial<ChatterOptions> = {}): Promise<ChatClient> =>
  sides[side].enter(more.version ?? '3.6.3', name, { withCalls: true, ...more });

const ours = async (side: Side): Promise<OwnClient> => {
  const client = await OwnClient.enter(chromiums[side].browser, pages, server.url, sides[side].unusedName('own'));
  own.push(client);
  return client;
};

/** Waits until a side perceives enough of the sender. */
const perceives = (
  client: { perceive(): Promise<ElementReport | undefined> },
  sender: number,
  kinds: { readonly video: boolean } = { video: true },
): Promise<unknown> =>
  eventually(
    `seeing and hearing ${sender}`,
    () => client.perceive(),
    (report) => {
      const isSeen = report?.video.sender === sender && report.video.readable > CLEAR;
      return (isSeen || !kinds.video) && (report?.tones[sender] ?? 0) > CLEAR;
    },
  );

/** Waits until the last event has this detail; the former state may be reported once more before. */
const lastTold = (client: ChatClient, name: string, detail: unknown): Promise<void> =>
  expect.poll(async () => (await client.events(name)).at(-1)).toEqual(detail);

test('the published call client calls itself: video both ways, controls, hanging up', async () => {
  const [ann, ben] = [await published(0, 'ann'), await published(1, 'ben')];
  await ann.call('video', ben.user);
  expect((await ben.told('ringing'))[0]).toEqual([ann.user, 'VIDEO']);
  await ben.accept();
  await ann.told('accepted');
  await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
  await ann.control(2, ben.user);
  await lastTold(ben, 'otherVideo', [ann.user, false]);
  await ann.hangUp();
  await Promise.all([ann.told('over'), ben.told('over')]);

  // The next call is by voice, in the other direction.
  await ben.call('voice', ann.user);
  expect((await ann.told('ringing'))[0]).toEqual([ben.user, 'VOICE']);
  await ann.accept();
  await Promise.all([perceives(ann, BEN, { video: false }), perceives(ben, ANN, { video: false })]);
  await ann.hangUp();
  await Promise.all([ann.told('over', 2), ben.told('over', 2)]);
});

test('the published call client refuses, is busy, and finds nobody at home', async () => {
  const [ann, ben, cai] = [await published(0, 'ann'), await published(1, 'ben'), await published(1, 'cai')];
  await ann.call('video', await sides[0].newUser('dan'));
  expect(await ann.told('callError')).toEqual(['callee is not online!']);

  await ann.call('video', ben.user);
  await ben.told('ringing');
  await cai.call('video', ben.user);
  await cai.told('over');
  expect(await ben.events('over')).toEqual([]);
  await ben.hangUp();
  await ann.told('over');
  expect(await ann.events('accepted')).toEqual([]);
});

test('the published call client is told at once that a call to be recorded is refused, and calls without', async () => {
  const [ann, ben] = [await published(0, 'ann'), await published(1, 'ben')];
  await ann.call('video', ben.user, undefined, true);
  expect(await ann.told('callError')).toEqual(['callee is not online!']);
  await ann.call('video', ben.user);
  expect((await ben.told('ringing'))[0]).toEqual([ann.user, 'VIDEO']);
  await ann.hangUp();
  await ben.told('over');
});

test('the published call client calls our own', async () => {
  const [ann, ben] = [await published(0, 'ann'), await ours(1)];
  await ann.call('video', ben.user);
  await ben.callIs({ state: 'ringing', isIncoming: true, isVideo: true, peer: ann.user });
  await ben.accept();
  await ann.told('accepted');
  await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
  await ann.control(2, ben.user);
  await ben.callIs({ state: 'connected', remoteVideoMuted: true });
  await ben.mute('audio', true);
  await lastTold(ann, 'otherVoice', [ben.user, false]);
  await ben.hangUp();
  await ann.told('over');
  await ann.call('voice', ben.user);
  await ben.callIs({ state: 'ringing', isVideo: false });
  await ben.hangUp();
  await ann.told('over', 2);
  await ben.callIs({ state: 'ended', endReason: 'reject', endedBy: 'local' });
});

test('our own client calls the published one', async () => {
  const [ann, ben] = [await ours(0), await published(1, 'ben')];
  await ann.call(ben.user);
  expect((await ben.told('ringing'))[0]).toEqual([ann.user, 'VIDEO']);
  await ben.accept();
  await ann.callIs({ state: 'connected' });
  await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
  await ben.hangUp();
  await ann.callIs({ state: 'ended', endReason: 'hangup', endedBy: 'remote' });

  await ann.call(ben.user, false);
  expect((await ben.told('ringing', 2))[1]).toEqual([ann.user, 'VOICE']);
  await ben.hangUp();
  await ann.callIs({ state: 'ended', endReason: 'reject' });

  // While it rings there for another one, it is busy.
  await ann.call(ben.user);
  await ben.told('ringing', 3);
  const cai = await published(1, 'cai');
  await cai.call('video', ann.user);
  await cai.told('over');
  await ann.hangUp();
  await ben.told('over', 3);
});

test('the published call client rings on 4.21.1, and calls from there once the application lends it the socket', async () => {
  const [ann, ben] = [await published(0, 'ann'), await published(1, 'ben', { version: '4.21.1' })];
  await ann.call('video', ben.user);
  expect((await ben.told('ringing'))[0]).toEqual([ann.user, 'VIDEO']);
  await expect(ben.hangUp()).rejects.toThrow(/sendMSync is not a function/);
  await ann.hangUp();
  await Promise.all([ann.told('over'), ben.told('over')]);

  await ben.lendSocket();
  await ann.call('video', ben.user);
  await ben.told('ringing', 2);
  await ben.accept();
  await Promise.all([perceives(ann, BEN), perceives(ben, ANN)]);
  await ben.hangUp();
  await Promise.all([ann.told('over', 2), ben.told('over', 2)]);
  await ben.call('voice', ann.user);
  await ann.told('ringing');
  await ann.hangUp();
  await ben.told('over', 3);
});

test('all devices of the callee ring, and stop when one of them answers', async () => {
  const ann = await published(0, 'ann');
  const desk = await published(1, 'ben', { options: { deviceId: 'desk' } });
  const phone = await published(1, 'ben', { user: desk.user, options: { deviceId: 'phone' } });
  await ann.call('video', desk.user);
  await Promise.all([desk.told('ringing'), phone.told('ringing')]);
  await phone.accept();
  await desk.told('over');
  await Promise.all([perceives(ann, BEN), perceives(phone, ANN)]);
  expect(await ann.events('over')).toEqual([]);
  await phone.hangUp();
  await ann.told('over');
});

test('the published call client calls a user who is away through a push message, and invites to a conference', async () => {
  const ann = await published(0, 'ann');
  const away = await sides[1].newUser('ben');
  await ann.call('video', away, { push: true, txtMsg: 'call', pushMsg: 'Ann is calling you' });
  expect(await ann.told('callError')).toEqual(['callee is not online!']);
  const ben = await published(1, 'ben', { user: away });
  expect((await ben.told<SeenMessage>('onTextMessage'))[0]).toMatchObject({
    ...{ from: ann.user, data: 'call', ext: { em_apns_ext: { em_push_title: 'Ann is calling you' } } },
  });
  expect((await ben.told('ringing'))[0]).toEqual([ann.user, 'VIDEO']);
  await ben.hangUp();
  await ann.told('over');

  const cai = await ours(1);
  await ann.invite('CONF9', 'pw9', cai.user, 'G1');
  await cai.texts(1);
  expect(await cai.invites()).toEqual([{ conferenceId: 'CONF9', password: 'pw9', inviter: ann.user, groupId: 'G1' }]);
});
