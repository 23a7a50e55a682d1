import { expect, test } from '@playwright/test';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import type { DeployedClient } from './deployed-client.js';
import { ClientPages } from './pages.js';
import { hears, remoteStream, sees } from './perceiving.js';

const PASSWORD = 'room password';
const TALKER = 3;

let server: ServerProcess;
let pages: ClientPages;
let room: Classroom;
let rooms = 0;

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

interface Class {
  readonly ann: DeployedClient;
  readonly ben: DeployedClient;
  readonly annStream: string;
  readonly benStream: string;
}

/** Ann on 3.4.1 and Ben on 3.2.2, each receiving the other's audio and video. */
const annAndBen = async (): Promise<Class> => {
  const roomName = `reconnection-${(rooms += 1)}`;
  const ann = await room.open('3.4.1', 'ann', 1);
  const ben = await room.open('3.2.2', 'ben', 2);
  await ann.joinRoom(roomName, PASSWORD, TALKER);
  const annStream = await ann.publish();
  await ben.joinRoom(roomName, PASSWORD, TALKER);
  const benStream = await ben.publish();
  await ben.subscribe(annStream);
  expect(await remoteStream(ann, 'ben')).toBe(benStream);
  await ann.subscribe(benStream);
  const all = { ann, ben, annStream, benStream };
  await perceiveEachOther(all);
  return all;
};

const perceiveEachOther = async ({ ann, ben, annStream, benStream }: Class): Promise<void> => {
  await Promise.all([sees(ann, benStream, 2), hears(ann, 2), sees(ben, annStream, 1), hears(ben, 1)]);
};

/** The streams are the same, and no departure was reported. */
const nothingWasLost = async ({ ann, ben, annStream, benStream }: Class): Promise<void> => {
  for (const [client, other] of [
    [ann, benStream],
    [ben, annStream],
  ] as const) {
    expect((await client.remoteStreams()).map(({ id }) => id)).toEqual([other]);
    expect(await client.events('memberExited')).toEqual([]);
    expect(await client.events('exit')).toEqual([]);
    expect(client.errors).toEqual([]);
  }
};

test('published clients whose browsers go offline come back with their streams', async () => {
  const all = await annAndBen();
  const { ann, ben } = all;
  for (const client of [ann, ben]) {
    await client.page.context().setOffline(true);
    await eventually(
      'the page being offline',
      () => client.page.evaluate(() => navigator.onLine),
      (isOnline) => !isOnline,
    );
    await client.page.context().setOffline(false);
    await perceiveEachOther(all);
  }
  await nothingWasLost(all);
});

test('published clients come back into their class when the server was killed', async () => {
  const all = await annAndBen();
  await server.kill('SIGKILL');
  await server.start();
  await perceiveEachOther(all);
  await nothingWasLost(all);
  await all.ann.control('pauseVideo');
  await eventually(
    'the pause being told',
    () => all.ben.remoteStreams(),
    ([stream]) => stream?.voff === 1,
  );
});
