import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AudioReport } from '../media/tone.js';
import { eventually, ServerProcess, stays } from '../support/index.js';
import { asToldBy } from './account.js';
import { Classroom, eventsOf, streamOf } from './classroom.js';
import { isSeen, perceives } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

/** Minimum number of tone windows of 40 ms that counts as heard: a quarter of those in a second. */
const HEARD_WINDOWS = 5;
/** A tone leaks into other windows where it starts and ends. */
const LEAKED_SHARE = 0.2;
const LISTEN_MS = 1_500;
/** Audio windows in the first two seconds of a late joiner. */
const AT_ONCE_WINDOWS = 50;

type Tones = Readonly<Record<number, number>>;

const soundOf = async (receiver: HeadlessParticipant): Promise<AudioReport> =>
  (await receiver.tell('hearMix')) ?? { windows: 0, tones: {} };

const tonesOf = async (receiver: HeadlessParticipant): Promise<Tones> => (await soundOf(receiver)).tones;

/**
 * Starts measuring; the returned function resolves with the share of windows since then that held the talker's tone.
 */
const startShare = async (
  receiver: HeadlessParticipant,
  talker: HeadlessParticipant,
): Promise<() => Promise<number>> => {
  const before = await soundOf(receiver);
  return async () => {
    const after = await soundOf(receiver);
    return grown(before.tones, after.tones, talker) / Math.max(1, after.windows - before.windows);
  };
};

const grown = (before: Tones, after: Tones, { sender }: HeadlessParticipant): number =>
  (after[sender] ?? 0) - (before[sender] ?? 0);

/** Waits until the mix holds exactly these tones from now on: each of them, and no other of those present. */
const hearsExactly = async (
  receiver: HeadlessParticipant,
  heard: readonly HeadlessParticipant[],
  present: readonly HeadlessParticipant[],
): Promise<void> => {
  const silent = present.filter((each) => !heard.includes(each));
  let before = await tonesOf(receiver);
  let since = performance.now();
  const hearing = eventually(
    `${receiver.name} hearing exactly ${heard.map(({ name }) => name).join(', ')}`,
    async () => {
      const after = await tonesOf(receiver);
      const [least, most] = [
        Math.min(...heard.map((each) => grown(before, after, each))),
        Math.max(0, ...silent.map((each) => grown(before, after, each))),
      ];
      const listened = performance.now() - since;
      const seen = { least, most, listened };
      // Audio in flight at the start must not fail the check, so each attempt starts anew.
      if (listened > LISTEN_MS) [before, since] = [after, performance.now()];
      return seen;
    },
    ({ least, most, listened }) =>
      listened > LISTEN_MS && least >= HEARD_WINDOWS && most <= Math.max(1, least * LEAKED_SHARE),
  );
  await asToldBy([receiver, ...heard], hearing);
};

const eachHearsAllOthers = (talkers: readonly HeadlessParticipant[]): Promise<unknown> =>
  Promise.all(
    talkers.map((receiver) =>
      hearsExactly(
        receiver,
        talkers.filter((each) => each !== receiver),
        talkers,
      ),
    ),
  );

describe('mixed conferences', () => {
  let server: ServerProcess;
  let classroom: Classroom;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  afterEach(async () => {
    await classroom.close();
  });

  it.each([
    [11, 'connections of their own', false],
    [12, 'connections of their own', false],
    [11, 'shared ones of two members', true],
    [12, 'shared ones of two members', true],
  ] as const)('type %i, %s: each of three hears the others, never itself, and sees them', async (type, _, isShared) => {
    classroom = new Classroom(server.url, { type });
    const [ann, ben, cai] = [
      await classroom.enter('ann', { isShared }),
      await classroom.enter('ben'),
      await classroom.enter('cai', { publish: { audio: true, video: false }, isShared }),
    ];
    await eachHearsAllOthers([ann, ben, cai]);
    for (const receiver of [ann, cai]) await perceives(receiver, ben, isSeen);
    // A member without a camera leaves nothing to receive, which is no failure. The mix comes by another link, perhaps
    // sooner.
    await eventually(
      'ann having the stream of cai',
      () => streamOf(ann, cai),
      (stream) => stream?.link === 'linked' && stream.videoMuted,
    );
    const events = await eventsOf(ann);
    expect(events.filter((name) => /fail|error/i.test(name))).toEqual([]);
    await cai.tell('unmuteVideo');
    await perceives(ann, cai, isSeen);
    await hearsExactly(cai, [ann, ben], [ann, ben, cai]);
    // Audio comes with the mix and not a second time with the stream.
    expect((await ann.tell('perceive')).every(({ audio }) => Object.keys(audio?.tones ?? {}).length === 0)).toBe(true);
  });

  it('LIVE: audience hears all talkers; muting takes one out for everybody, until it is unmuted', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const [ann, ben, cai] = [await classroom.enter('ann'), await classroom.enter('ben'), await classroom.enter('cai')];
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    const all = [ann, ben, cai];
    await Promise.all([eachHearsAllOthers(all), hearsExactly(zoe, all, all)]);
    await perceives(zoe, ann, isSeen);

    await ben.tell('muteAudio');
    await Promise.all([
      hearsExactly(zoe, [ann, cai], all),
      hearsExactly(ann, [cai], all),
      hearsExactly(cai, [ann], all),
      hearsExactly(ben, [ann, cai], all),
    ]);
    expect(await streamOf(ann, ben)).toMatchObject({ audioMuted: true });

    await ben.tell('unmuteAudio');
    await Promise.all([eachHearsAllOthers(all), hearsExactly(zoe, all, all)]);
  });

  it('LIVE: who joins late hears everybody at once, and is heard at once', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const [ann, ben] = [await classroom.enter('ann'), await classroom.enter('ben')];
    await eachHearsAllOthers([ann, ben]);
    const cai = await classroom.enter('cai');
    const { windows } = await eventually(
      'cai hearing the first sound',
      () => soundOf(cai),
      ({ tones }) => Object.keys(tones).length > 0,
    );
    const shares = await Promise.all([
      startShare(cai, ann),
      startShare(ben, ann),
      startShare(cai, ben),
      startShare(ann, ben),
    ]);
    await eventually(
      'cai hearing on for a while',
      () => soundOf(cai),
      (sound) => sound.windows >= windows + AT_ONCE_WINDOWS,
    );
    const [annForCai, annForBen, benForCai, benForAnn] = await Promise.all(shares.map((share) => share()));
    // The late joiner receives the mix as well as the earlier members receive each other.
    expect(annForCai).toBeGreaterThan(annForBen! / 2);
    expect(benForCai).toBeGreaterThan(benForAnn! / 2);
    await eachHearsAllOthers([ann, ben, cai]);
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    await hearsExactly(zoe, [ann, ben, cai], [ann, ben, cai]);
  });

  it('LIVE: a talker who stops publishing goes on hearing, and nobody hears it', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const all = [await classroom.enter('ann'), await classroom.enter('ben'), await classroom.enter('cai')] as const;
    const [ann, ben, cai] = all;
    await eachHearsAllOthers(all);
    await cai.tell('unpublish');
    await Promise.all([hearsExactly(cai, [ann, ben], all), hearsExactly(ann, [ben], all)]);
    await cai.tell('publish', { audio: true, video: true });
    await eachHearsAllOthers(all);
  });

  it('LIVE: audience is promoted and heard, degraded and heard no more, and hears all the time', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const [ann, ben] = [await classroom.enter('ann', { role: 7 }), await classroom.enter('ben')];
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    const all = [ann, ben, zoe];
    await hearsExactly(zoe, [ann, ben], all);
    await ann.tell('administer', { act: 'decide', agrees: true });
    expect(await zoe.tell('administer', { act: 'requestTalk' })).toBe(true);
    await eventually(
      'zoe being a talker',
      () => zoe.tell('state'),
      ({ role }) => role === 3,
    );
    await hearsExactly(zoe, [ann, ben], all);
    await zoe.tell('publish', { audio: true, video: true });
    await eachHearsAllOthers(all);
    await ann.tell('administer', { act: 'degrade', name: 'zoe', role: 1 });
    await Promise.all([hearsExactly(zoe, [ann, ben], all), hearsExactly(ann, [ben], all)]);
  });

  it('everybody hears everybody again after the media worker was killed', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const [ann, ben] = [await classroom.enter('ann'), await classroom.enter('ben')];
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    await Promise.all([eachHearsAllOthers([ann, ben]), hearsExactly(zoe, [ann, ben], [ann, ben])]);
    const workers = server.processes.filter(({ commandLine }) => commandLine.includes('/media/'));
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    await Promise.all([eachHearsAllOthers([ann, ben]), hearsExactly(zoe, [ann, ben], [ann, ben])]);
  });

  it('the mix goes on while the socket is gone, and afterwards', async () => {
    classroom = new Classroom(server.url, { type: 11 });
    const all = [await classroom.enter('ann'), await classroom.enter('ben')] as const;
    const [ann, ben] = all;
    await eachHearsAllOthers(all);
    await ann.tell('setOnline', { online: false });
    await hearsExactly(ann, [ben], all);
    await ann.tell('setOnline', { online: true });
    await eventually(
      'ann being back',
      () => ann.tell('state'),
      ({ conference }) => conference === 'joined',
    );
    await eachHearsAllOthers(all);
  });

  it('tells who speaks', async () => {
    classroom = new Classroom(server.url, { type: 12 });
    const [ann, ben] = [
      await classroom.enter('ann'),
      await classroom.enter('ben'),
      await classroom.enter('cai'),
    ] as const;
    const zoe = await classroom.enter('zoe', { role: 1, publish: 'nothing' });
    await eventually(
      'zoe being told that all three are heard',
      () => zoe.tell('levels'),
      (levels) => ['ann', 'ben', 'cai'].every((name) => (levels[name] ?? 0) > 0),
    );
    await ben.tell('muteAudio');
    await eventually(
      'ben being named no more',
      () => zoe.tell('levels'),
      (levels) => levels['ben'] === undefined && (levels['ann'] ?? 0) > 0,
    );
    const toldAnn = (): Promise<readonly string[]> => ann.tell('levels').then((levels) => Object.keys(levels));
    const isCaiAlone = (names: readonly string[]): boolean => names.every((name) => name === 'cai');
    await eventually('ann being told of cai', toldAnn, (names) => names.length > 0 && isCaiAlone(names));
    await stays('ann being told of cai alone', toldAnn, isCaiAlone, 1_000);
  });
});
