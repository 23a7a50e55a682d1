import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamBecomes, streamOf } from './classroom.js';
import { everybodyPerceivesEverybody, isHeard, isSeen, perceives, stopsPerceiving } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

const SHARED = { isShared: true } as const;

const peersOf = async (participant: HeadlessParticipant): Promise<number> =>
  (await participant.tell('liveObjects')).peerConnections;

describe('members whose streams share two connections', () => {
  let server: ServerProcess;
  let classroom: Classroom;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(() => {
    classroom = new Classroom(server.url);
  });

  afterEach(async () => {
    await classroom.close();
  });

  it('see and hear each other and members with a connection for each stream', async () => {
    const ann = await classroom.enter('ann', SHARED);
    const ben = await classroom.enter('ben', SHARED);
    const cai = await classroom.enter('cai');
    const dov = await classroom.enter('dov', SHARED);
    await everybodyPerceivesEverybody([ann, ben, cai, dov]);
    expect(await Promise.all([ann, ben, cai, dov].map(peersOf))).toEqual([2, 2, 4, 2]);
  });

  it('mute, unmute and choose what they want as all others', async () => {
    const ann = await classroom.enter('ann', SHARED);
    const ben = await classroom.enter('ben', SHARED);
    const cai = await classroom.enter('cai');
    await everybodyPerceivesEverybody([ann, ben, cai]);
    await ann.tell('muteVideo');
    for (const other of [ben, cai]) {
      await streamBecomes(other, ann, 'without video', (stream) => stream?.videoMuted === true);
      await stopsPerceiving(other, ann, 'frames');
      await perceives(other, ann, isHeard);
    }
    await ann.tell('unmuteVideo');
    for (const other of [ben, cai]) await perceives(other, ann, isSeen);
    const streamId = (await streamOf(ben, ann))?.id ?? '';
    await ben.tell('setWanted', { streamId, audio: true, video: false });
    await stopsPerceiving(ben, ann, 'frames');
    await perceives(cai, ann, isSeen);
    await ben.tell('setWanted', { streamId, audio: true, video: true });
    await perceives(ben, ann);
  });

  it('come back by themselves when the media worker dies', async () => {
    const ann = await classroom.enter('ann', SHARED);
    const ben = await classroom.enter('ben', SHARED);
    const cai = await classroom.enter('cai');
    await everybodyPerceivesEverybody([ann, ben, cai]);
    const worker = server.processes.find(({ commandLine }) => commandLine.includes('/media/'));
    process.kill(worker?.pid ?? 0, 'SIGKILL');
    await everybodyPerceivesEverybody([ann, ben, cai]);
    expect(await Promise.all([ann, ben].map(peersOf))).toEqual([2, 2]);
  });

  it('let streams come and go without another connection, and leave nothing', async () => {
    const ann = await classroom.enter('ann', SHARED);
    const ben = await classroom.enter('ben', SHARED);
    await everybodyPerceivesEverybody([ann, ben]);
    for (let round = 0; round < 2; round++) {
      await ann.tell('unpublish');
      await streamBecomes(ben, ann, 'gone', (stream) => stream === undefined);
      await ann.tell('publish', { audio: true, video: true });
      await everybodyPerceivesEverybody([ann, ben]);
    }
    const cai = await classroom.enter('cai');
    await everybodyPerceivesEverybody([ann, ben, cai]);
    await cai.tell('leave', { close: false });
    await streamBecomes(ben, cai, 'gone', (stream) => stream === undefined);
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await Promise.all([ann, ben].map(peersOf))).toEqual([2, 2]);
    await ann.tell('leave', { close: false });
    await eventually(
      'nothing being left of ann',
      () => ann.tell('liveObjects'),
      ({ peerConnections, sockets, clockTimers }) => peerConnections + sockets + clockTimers === 0,
    );
  });
});
