import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, othersOf, streamBecomes, streamOf } from './classroom.js';
import type { HeadlessParticipant } from './headless-participant.js';
import { everybodyPerceivesEverybody, isHeard, isSeen, perceives, stopsPerceiving } from './growth.js';

describe('a conference', () => {
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

  it('of two: both see and hear each other', async () => {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await othersOf(ann)).toEqual(['ben']);
    expect(await othersOf(ben)).toEqual(['ann']);
  });

  it('of type INTERCOMM: both see and hear each other', async () => {
    classroom = new Classroom(server.url, { type: 14 });
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await ann.tell('state')).toMatchObject({ type: 14 });
  });

  it('of two: muting stops what the other perceives, unmuting brings it back, and flags tell of it', async () => {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);

    await ann.tell('muteVideo');
    await streamBecomes(ben, ann, 'without video', (stream) => stream?.videoMuted === true);
    await stopsPerceiving(ben, ann, 'frames');
    await perceives(ben, ann, isHeard);

    await ann.tell('muteAudio');
    await streamBecomes(ben, ann, 'without audio', (stream) => stream?.audioMuted === true);
    await stopsPerceiving(ben, ann, 'tone');

    await ann.tell('unmuteVideo');
    await streamBecomes(ben, ann, 'with video', (stream) => stream?.videoMuted === false);
    await perceives(ben, ann, isSeen);

    await ann.tell('unmuteAudio');
    await everybodyPerceivesEverybody([ann, ben]);
    const isUnmuted = await streamBecomes(ben, ann, 'with both', (now) => now?.audioMuted === false && !now.videoMuted);
    expect(isUnmuted).toMatchObject({ version: 1 });
  });

  it('of two: wanting no video stops it for the one who asked, until it is wanted again', async () => {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    const streamId = (await streamOf(ben, ann))?.id ?? '';
    await ben.tell('setWanted', { streamId, audio: true, video: false });
    await stopsPerceiving(ben, ann, 'frames');
    await perceives(ben, ann, isHeard);
    await ben.tell('setWanted', { streamId, audio: true, video: true });
    await perceives(ben, ann);
    expect(await streamOf(ben, ann)).toMatchObject({ videoMuted: false, version: 1 });
  });

  it('of three: unpublishing and leaving reach the others, who go on', async () => {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    const cai = await classroom.enter('cai');
    await everybodyPerceivesEverybody([ann, ben, cai]);

    await cai.tell('unpublish');
    await streamBecomes(ann, cai, 'gone', (stream) => stream === undefined);
    expect(await othersOf(ann)).toContain('cai');

    await cai.tell('publish', { audio: true, video: true });
    await everybodyPerceivesEverybody([ann, ben, cai]);

    await cai.tell('leave', { close: false });
    for (const staying of [ann, ben]) {
      await eventually(
        'cai being gone',
        () => othersOf(staying),
        (others) => !others.includes('cai'),
      );
    }
    await everybodyPerceivesEverybody([ann, ben]);
  });

  it('of six: everybody sees and hears everybody', async () => {
    const six = [];
    for (const name of ['ann', 'ben', 'cai', 'dov', 'eva', 'fay']) six.push(await classroom.enter(name));
    await everybodyPerceivesEverybody(six);
    for (const participant of six) expect(await othersOf(participant)).toHaveLength(5);
  });

  it('of one kind only: who publishes sound alone is heard and not seen', async () => {
    const ann = await classroom.enter('ann', { publish: { audio: true, video: false } });
    const ben = await classroom.enter('ben');
    await perceives(ben, ann, isHeard);
    await perceives(ann, ben);
    expect((await ben.tell('perceive')).find(({ from }) => from === 'ann')?.video).toBeUndefined();
  });

  it('of two: the bit rates of a camera and the sources of a desktop reach members now and later', async () => {
    const ann = await classroom.enter('ann', {
      publish: { audio: true, video: true, videoBitrate: 600, audioBitrate: 32 },
    });
    const shown = async (who: HeadlessParticipant): Promise<readonly object[]> =>
      (await who.tell('state')).streams
        .filter(({ isLocal }) => !isLocal)
        .map(({ type, videoBitrate, audioBitrate, screenOptions }) => ({
          type,
          videoBitrate,
          audioBitrate,
          screenOptions,
        }));
    const camera = { type: 0, videoBitrate: 600, audioBitrate: 32 };
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    expect(await shown(ben)).toEqual([camera]);
    await ann.tell('shareDesktop', { sources: ['window', 'tab'] });
    const both = [camera, { type: 1, screenOptions: ['window', 'tab'] }];
    await eventually(
      'the desktop being announced',
      () => shown(ben),
      (streams) => streams.length === 2,
    );
    expect(await shown(ben)).toEqual(both);
    const cai = await classroom.enter('cai', { publish: 'nothing' });
    expect(await shown(cai)).toEqual(both);
  });

  it('without publishing: an audience member sees and hears, and may not publish', async () => {
    const ann = await classroom.enter('ann', { role: 7 });
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    await perceives(zoe, ann);
    await expect(zoe.tell('publish', { audio: true, video: true })).rejects.toThrow();
    expect((await ann.tell('state')).streams.filter(({ isLocal }) => !isLocal)).toEqual([]);
  });
});
