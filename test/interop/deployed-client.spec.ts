import { expect, test } from '@playwright/test';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { perceives } from '../headless/growth.js';
import { RawMember, requestRawTicket } from '../headless/raw-member.js';
import { byOp, SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import type { DeployedClient } from './deployed-client.js';
import { hears, remoteStream, sees } from './perceiving.js';
import { ClientPages, type DeployedVersion } from './pages.js';

const ROOM_PASSWORD = 'room password';
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

const newRoom = (): string => `interop-${(rooms += 1)}`;

/** Waits until `client` receives more audio and video of `sender` than before. */
const seesAndHears = (client: DeployedClient, id: string, sender: number): Promise<unknown> =>
  Promise.all([sees(client, id, sender), hears(client, sender)]);

const pairs: readonly [DeployedVersion, DeployedVersion][] = [
  ['3.4.1', '3.4.1'],
  ['3.2.2', '3.2.2'],
  ['3.2.2', '3.4.1'],
];

for (const [first, second] of pairs) {
  test(`published clients ${first} and ${second} hold a class`, async () => {
    const roomName = newRoom();
    const ann = await room.open(first, 'ann', 1);
    const ben = await room.open(second, 'ben', 2);

    const joined = await ann.joinRoom(roomName, ROOM_PASSWORD, TALKER);
    expect(joined.role).toBe(7);
    const annStream = await ann.publish();
    expect((await ben.joinRoom(roomName, ROOM_PASSWORD, TALKER)).role).toBe(TALKER);
    expect(await remoteStream(ben, 'ann')).toBe(annStream);
    await ben.subscribe(annStream);
    await seesAndHears(ben, annStream, 1);

    const benStream = await ben.publish();
    expect(await remoteStream(ann, 'ben')).toBe(benStream);
    await ann.subscribe(benStream);
    await seesAndHears(ann, benStream, 2);

    await ann.control('pauseVideo');
    await eventually(
      'the pause being told',
      () => ben.remoteStreams(),
      ([stream]) => stream?.voff === 1 && stream.aoff === 0,
    );
    await ann.control('resumeVideo');
    await ann.control('pauseAudio');
    await eventually(
      'the mute being told',
      () => ben.remoteStreams(),
      ([stream]) => stream?.voff === 0 && stream.aoff === 1,
    );
    await ann.control('resumeAudio');
    await seesAndHears(ben, annStream, 1);

    await ann.leave();
    await eventually(
      'the leaving being told',
      () => ben.events('memberExited'),
      (events) => events.length === 1,
    );
    expect(await ben.remoteStreams()).toEqual([]);
    await ben.leave();
    expect([...ann.errors, ...ben.errors]).toEqual([]);
  });
}

for (const version of ['3.2.2', '3.4.1'] as const) {
  test(`a published client ${version} and members on the SDK, with and without shared connections, hold a class`, async () => {
    const roomName = newRoom();
    const [cai, dov] = [await HeadlessParticipant.start('cai', 3), await HeadlessParticipant.start('dov', 4)];
    try {
      const ann = await room.open(version, 'ann', 1);
      await ann.joinRoom(roomName, ROOM_PASSWORD, TALKER);
      await ann.publish();
      const appKey = 'lectern#demo';
      for (const member of [cai, dov]) {
        const isShared = member === dov;
        await member.tell('join', { serverUrl: server.url, appKey, room: roomName, role: TALKER, isShared });
        await member.tell('publish', { audio: true, video: true });
        const streamId = await remoteStream(ann, member.name);
        await ann.subscribe(streamId);
        await seesAndHears(ann, streamId, member.sender);
        await perceives(member, { name: 'ann', sender: 1 });
      }
      await Promise.all([perceives(cai, dov), perceives(dov, cai)]);
      expect((await dov.tell('liveObjects')).peerConnections).toBe(2);
      await dov.tell('muteVideo');
      await eventually(
        'the pause of shared connections being told',
        () => ann.remoteStreams(),
        (streams) => streams.find(({ owner }) => owner.endsWith('dov'))?.voff === 1,
      );
      await cai.tell('muteVideo');
      await eventually(
        'the pause being told',
        () => ann.remoteStreams(),
        (streams) => streams.every(({ voff, aoff }) => voff === 1 && aoff === 0),
      );
      expect(ann.errors).toEqual([]);
    } finally {
      await Promise.all([cai.close(), dov.close()]);
    }
  });

  test(`a published client ${version} whose socket is cut comes back with its stream and subscriptions`, async () => {
    const proxy = await SignallingProxy.start(server.url);
    try {
      const roomName = newRoom();
      const ann = await room.open(version, 'ann', 1, proxy.url);
      const ben = await room.open(version, 'ben', 2);
      await ann.joinRoom(roomName, ROOM_PASSWORD, TALKER);
      const annStream = await ann.publish();
      await ben.joinRoom(roomName, ROOM_PASSWORD, TALKER);
      const benStream = await ben.publish();
      await ben.subscribe(annStream);
      await ann.subscribe(benStream);
      await seesAndHears(ann, benStream, 2);

      const entered = proxy.observe(byOp(200, 'toServer'));
      proxy.cut('reset');
      await eventually(
        'entering again',
        () => entered.frames.length,
        (times) => times === 1,
      );
      await seesAndHears(ben, annStream, 1);
      await seesAndHears(ann, benStream, 2);
      expect(await ben.events('memberExited')).toEqual([]);
      expect(await ben.events('streamRemoved')).toEqual([]);
      expect((await ann.remoteStreams()).map(({ id }) => id)).toEqual([benStream]);
      expect([...ann.errors, ...ben.errors]).toEqual([]);
    } finally {
      await proxy.close();
    }
  });
}

test('malformed traffic beside published clients harms nobody', async () => {
  const roomName = newRoom();
  const ann = await room.open('3.4.1', 'ann', 1);
  const ben = await room.open('3.2.2', 'ben', 2);
  await ann.joinRoom(roomName, ROOM_PASSWORD, TALKER);
  const annStream = await ann.publish();
  await ben.joinRoom(roomName, ROOM_PASSWORD, TALKER);
  await ben.subscribe(annStream);
  await seesAndHears(ben, annStream, 1);

  const member = await RawMember.connect(await requestRawTicket(server.url, roomName, 'mallory'));
  const stranger = await RawMember.connect(await requestRawTicket(server.url, roomName, 'oscar'));
  expect(await member.enter()).toMatchObject({ result: 0 });
  const sdp = JSON.stringify({ type: 'OFFER', sdp: 'v=0 and nothing else' });
  expect(await member.request({ op: 102, rtcId: 'RTC0', sdp, pubS: { type: 0 } })).toMatchObject({ result: -200 });
  expect(await member.request({ op: 102, rtcId: 'RTC0', sdp, subSId: annStream })).toMatchObject({ result: -200 });
  expect((await member.request({ op: 400, rtcId: 'RTC0', streamId: annStream, voff: 1, aoff: 1 }))['result']).not.toBe(
    0,
  );
  expect((await member.request({ op: 4711 }))['result']).not.toBe(0);
  expect(await member.request({ op: 107, rtcId: 'RTC0' })).toMatchObject({ result: 0 });
  member.send('[{"op":102}]');
  stranger.send(Buffer.alloc(300_000, 'x'));
  await eventually(
    'both sockets being closed',
    () => [member.closeCode, stranger.closeCode],
    ([first, second]) => first !== undefined && second !== undefined,
  );

  await seesAndHears(ben, annStream, 1);
  expect((await ben.remoteStreams()).map(({ id, voff, aoff }) => ({ id, voff, aoff }))).toEqual([
    { id: annStream, voff: 0, aoff: 0 },
  ]);
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});
