import { expect, test } from '@playwright/test';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { RecordingsClient } from '../headless/recordings-client.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import { ClientPages } from './pages.js';
import { hears, hearsNothingOf, isTold, remoteStream, sees } from './perceiving.js';

const PASSWORD = 'room password';
const AUDIENCE = 1;
const TALKER = 3;
const ADMIN = 7;
const APP_KEY = 'lectern#demo';

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

const newRoom = (): string => `administration-${(rooms += 1)}`;
const memName = (user: string): string => `${APP_KEY}_${user}`;

test('an admin on 3.4.1 grants, mutes, names attributes and kicks, and 3.2.2 is told', async () => {
  const roomName = newRoom();
  const ann = await room.open('3.4.1', 'ann', 1);
  const { confrId } = await ann.joinRoom(roomName, PASSWORD, TALKER);
  const ben = await room.open('3.2.2', 'ben', 2);
  expect((await ben.joinRoom(roomName, PASSWORD, AUDIENCE)).role).toBe(AUDIENCE);

  await ann.decide(false);
  await ben.manage('requestToTalker', confrId);
  await isTold(ann, 'talkRequest');
  await isTold(ben, 'talkReply', 1);
  await ann.decide(true);
  await ben.manage('requestToTalker', confrId);
  await isTold(ben, 'role', TALKER);
  await ben.publish();
  const benStream = await remoteStream(ann, 'ben');
  await ann.subscribe(benStream);
  await Promise.all([sees(ann, benStream, 2), hears(ann, 2)]);

  const benId = await ann.memberId('ben');
  await ann.manage('muteBymemberId', confrId, benId);
  await isTold(ben, 'muted');
  await hearsNothingOf(ann, 2);
  await sees(ann, benStream, 2);
  await ann.manage('unmuteBymemberId', confrId, benId);
  await isTold(ben, 'unmuted');
  await hears(ann, 2);

  await ann.manage('muteAll', confrId);
  await isTold(ben, 'muteAll');
  await hearsNothingOf(ann, 2);
  await ann.manage('unmuteAll', confrId);
  await isTold(ben, 'unmuteAll');
  await hears(ann, 2);
  expect(await ann.events('muteAll')).toEqual([]);

  await ann.setAttribute('slide', '7');
  await isTold(ben, 'attributes', [expect.objectContaining({ key: 'slide', val: '7' })]);

  await ann.manage('grantRole', { confrId }, [memName('ben')], ADMIN);
  await isTold(ben, 'role', ADMIN, 2);
  await ann.manage('degradeRole', confrId, [memName('ben')], AUDIENCE);
  await isTold(ben, 'role', AUDIENCE, 3);
  await eventually(
    'his stream being gone',
    () => ann.remoteStreams(),
    (streams) => streams.length === 0,
  );

  await ann.manage('kickMembersById', { confrId }, [memName('ben')]);
  await isTold(ben, 'exit');
  await isTold(ann, 'memberExited');
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('an admin who leaves is followed by a talker, and disbanding ends it for all', async () => {
  const roomName = newRoom();
  const ann = await room.open('3.2.2', 'ann', 1);
  await ann.joinRoom(roomName, PASSWORD, TALKER);
  const ben = await room.open('3.4.1', 'ben', 2);
  await ben.joinRoom(roomName, PASSWORD, TALKER);
  const cai = await HeadlessParticipant.start('cai', 3);
  try {
    await cai.tell('join', { serverUrl: server.url, appKey: APP_KEY, room: roomName, role: TALKER });
    await ann.leave();
    await isTold(ben, 'role', ADMIN);
    await ben.destroy();
    await eventually(
      'cai being out',
      () => cai.tell('state'),
      (state) => state.conference === 'left',
    );
    expect([...ann.errors, ...ben.errors]).toEqual([]);
  } finally {
    await cai.close();
  }
});

test('a published client shares its desktop, and all of it is recorded', async () => {
  const roomName = newRoom();
  const recordings = await RecordingsClient.open(server.url, roomName, { rec: true }, 'owner');
  const ann = await room.open('3.4.1', 'ann', 1);
  await ann.joinRoom(roomName, PASSWORD, TALKER);
  const annStream = await ann.publish();
  const desktop = await ann.shareDesktop();
  const ben = await room.open('3.2.2', 'ben', 2);
  await ben.joinRoom(roomName, PASSWORD, TALKER);
  await eventually(
    'camera and desktop',
    async () => (await ben.remoteStreams()).map(({ id, type }) => `${type} ${id}`).sort(),
    (streams) => streams.join() === [`0 ${annStream}`, `1 ${desktop}`].join(),
  );
  await ben.subscribe(desktop);
  await eventually(
    'pictures of the desktop',
    () => ben.perceive(desktop),
    (report) => (report?.video.pictures ?? 0) > 20,
  );
  await ann.leave();
  const list = await eventually(
    'two complete recordings',
    () => recordings.list(),
    (all) => all.length === 2 && all.every(({ state }) => state === 'complete'),
  );
  expect(list.every(({ memName: of, bytes }) => of === memName('ann') && bytes > 10_000)).toBe(true);
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

for (const [confrType, name] of [
  [11, 'a mixed'],
  [12, 'a LIVE'],
] as const) {
  test(`talkers and audience of ${name} conference hear the mix, and nobody itself`, async () => {
    const roomName = newRoom();
    const ann = await room.open('3.4.1', 'ann', 1);
    await ann.joinRoom(roomName, PASSWORD, TALKER, { confrType });
    await ann.publish();
    const ben = await room.open('3.2.2', 'ben', 2);
    await ben.joinRoom(roomName, PASSWORD, TALKER);
    await ben.publish();
    const benStream = await remoteStream(ann, 'ben');
    await ann.subscribe(benStream);
    await Promise.all([sees(ann, benStream, 2), hears(ann, 2), hears(ben, 1)]);
    await Promise.all([hearsNothingOf(ann, 1), hearsNothingOf(ben, 2)]);

    if (confrType === 12) {
      const zoe = await room.open('3.4.1', 'zoe', 3);
      await zoe.joinRoom(roomName, PASSWORD, AUDIENCE);
      await Promise.all([hears(zoe, 1), hears(zoe, 2)]);
      expect(zoe.errors).toEqual([]);
    }
    await ben.control('pauseAudio');
    await hearsNothingOf(ann, 2);
    await ben.control('resumeAudio');
    await hears(ann, 2);
    expect([...ann.errors, ...ben.errors]).toEqual([]);
  });
}
