import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, eventsOf, othersOf } from './classroom.js';
import type { ParticipantState } from './commands.js';
import { everybodyPerceivesEverybody, stopsPerceiving } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

/** Events that would mean that a member or a stream was considered gone. */
const NEVER = ['memberLeft', 'memberJoined', 'streamRemoved', 'streamAdded', 'linkFailed', 'left'];

let server: ServerProcess;
let classroom: Classroom;

beforeEach(async () => {
  server = await ServerProcess.start();
  classroom = new Classroom(server.url);
});

afterEach(async () => {
  await classroom.close();
  await server.close();
});

/** The members and streams as one participant has them, without the fields that a restart may change. */
const identities = ({ role, members, streams }: ParticipantState): unknown => ({
  role,
  members,
  streams: streams
    .map(({ id, memberName, isLocal, audioMuted, videoMuted }) => ({ id, memberName, isLocal, audioMuted, videoMuted }))
    .sort((a, b) => a.id.localeCompare(b.id)),
});

const versions = ({ streams }: ParticipantState): ReadonlyMap<string, number> =>
  new Map(streams.map(({ id, version }) => [id, version]));

async function classOfThree(): Promise<HeadlessParticipant[]> {
  const three = [];
  for (const name of ['ann', 'ben', 'cai']) three.push(await classroom.enter(name));
  await everybodyPerceivesEverybody(three);
  return three;
}

describe('a class whose server ends and starts again', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'goes on with the same members, streams and roles after %s',
    async (signal) => {
      const three = await classOfThree();
      const [ann, ben, cai] = three as [HeadlessParticipant, HeadlessParticipant, HeadlessParticipant];
      await cai.tell('muteAudio');
      await eventually(
        'the others knowing that cai is muted',
        async () => (await ben.tell('state')).streams.filter(({ audioMuted }) => audioMuted).length,
        (count) => count === 1,
      );
      const before = await Promise.all(three.map((each) => each.tell('state')));
      const seen = await Promise.all(three.map(async (each) => (await each.tell('events')).length));

      await server.kill(signal);
      await stopsPerceiving(ben, ann, 'frames');
      await server.start();

      await everybodyPerceivesEverybody([ann, ben]);
      await cai.tell('unmuteAudio');
      await everybodyPerceivesEverybody(three);
      await cai.tell('muteAudio');
      for (const [index, each] of three.entries()) {
        const state = await eventually(
          `${each.name} having everything it had`,
          () => each.tell('state'),
          (now) => JSON.stringify(identities(now)) === JSON.stringify(identities(before[index] as ParticipantState)),
        );
        for (const [id, version] of versions(before[index] as ParticipantState)) {
          expect(versions(state).get(id)).toBeGreaterThanOrEqual(version);
        }
        const events = await eventsOf(each, seen[index]);
        expect(events.filter((name) => NEVER.includes(name))).toEqual([]);
      }
      expect((await ann.tell('state')).role).toBe(7);
    },
  );

  it('tells the others of who did not come back, after its grace time', async () => {
    await classroom.close();
    await server.close();
    server = await ServerProcess.start({ env: { GRACE_MS: '12000' } });
    classroom = new Classroom(server.url);
    const three = await classOfThree();
    const [ann, ben, cai] = three as [HeadlessParticipant, HeadlessParticipant, HeadlessParticipant];
    await server.kill('SIGKILL');
    await cai.crash();
    await server.start();
    await everybodyPerceivesEverybody([ann, ben]);
    await eventually(
      'cai being gone',
      () => othersOf(ann),
      (others) => others.join() === 'ben',
    );
  });
});
