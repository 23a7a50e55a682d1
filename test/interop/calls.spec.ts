import { expect, test } from '@playwright/test';
import { perceives } from '../headless/growth.js';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, register } from './classroom.js';
import type { DeployedClient } from './deployed-client.js';
import { ClientPages } from './pages.js';
import { hears, isTold, sees } from './perceiving.js';

const PASSWORD = 'call password';
const APP_KEY = 'lectern#demo';
const P2P = 13;

let server: ServerProcess;
let pages: ClientPages;
let room: Classroom;

test.beforeAll(async () => {
  pages = await ClientPages.start();
  server = await ServerProcess.start();
});
test.afterAll(async () => {
  await server.close();
  await pages.close();
});
test.beforeEach(() => {
  room = new Classroom(server.url, pages);
});
test.afterEach(() => room.close());

/** A ticket for a P2P conference: a new one with a callee, or an existing one. */
const ticketFor = async (user: string, which: { readonly callee: string } | { readonly confrId: string }) => {
  const { token } = await register(server.url, user);
  const body = { uid: `${APP_KEY}_${user}`, token, password: PASSWORD, confrType: P2P, ...which };
  const response = await fetch(`${server.url}/easemob/rtc/req/ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { readonly confrId: string; readonly ticket: string };
};

/** The stream that the other side offers. */
const offered = async (client: DeployedClient): Promise<string> => {
  const [stream] = await eventually(
    'an offer',
    () => client.remoteStreams(),
    (streams) => streams.length > 0,
  );
  return stream!.id;
};

test('published clients 3.4.1 and 3.2.2 call each other directly', async () => {
  const ann = await room.open('3.4.1', 'ann', 1);
  const ben = await room.open('3.2.2', 'ben', 2);
  const { confrId, ticket } = await ticketFor('ann', { callee: 'ben' });
  await ann.callUp(ticket);
  await ann.ring();
  await ben.callUp((await ticketFor('ben', { confrId })).ticket);
  const annStream = await offered(ben);
  await ben.pickUp(annStream);
  await sees(ben, annStream, 1);
  await sees(ann, await offered(ann), 2);
  await Promise.all([hears(ann, 2), hears(ben, 1)]);
  await ben.hangUp(annStream);
  await isTold(ann, 'streamRemoved');
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('a published client calls a member on the SDK', async () => {
  const ann = await room.open('3.4.1', 'ann', 1);
  const cai = await HeadlessParticipant.start('cai', 3);
  try {
    const { confrId, ticket } = await ticketFor('ann', { callee: 'cai' });
    await ann.callUp(ticket);
    await ann.ring();
    await cai.tell('p2pEnter', { serverUrl: server.url, appKey: APP_KEY, conferenceId: confrId });
    await eventually(
      'cai being called',
      () => cai.tell('p2pState'),
      (state) => state?.link === 'ringing',
    );
    await cai.tell('p2pAccept');
    const caiStream = await offered(ann);
    await Promise.all([sees(ann, caiStream, 3), hears(ann, 3), perceives(cai, { name: 'ann', sender: 1 })]);
    await cai.tell('p2pHangUp');
    await isTold(ann, 'streamRemoved');
    expect(ann.errors).toEqual([]);
  } finally {
    await cai.close();
  }
});

test('a member on the SDK calls a published client', async () => {
  const ann = await room.open('3.2.2', 'ann', 1);
  const cai = await HeadlessParticipant.start('cai', 3);
  try {
    const serverUrl = server.url;
    const { conferenceId: confrId } = await cai.tell('p2pEnter', { serverUrl, appKey: APP_KEY, callee: 'ann' });
    await cai.tell('p2pCall');
    await ann.callUp((await ticketFor('ann', { confrId })).ticket);
    const caiStream = await offered(ann);
    await ann.pickUp(caiStream);
    await Promise.all([sees(ann, caiStream, 3), hears(ann, 3), perceives(cai, { name: 'ann', sender: 1 })]);
    await ann.hangUp(caiStream);
    await eventually(
      'the call being over for cai',
      () => cai.tell('p2pState'),
      (state) => state === undefined,
    );
    expect(ann.errors).toEqual([]);
  } finally {
    await cai.close();
  }
});
