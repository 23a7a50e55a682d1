import type { SeededRandom } from '../../impairment/index.js';
import type { Classroom } from '../classroom.js';
import { everybodyPerceivesEverybody } from '../growth.js';
import type { SoakMember } from './soak-member.js';

/** Random actions in a class, with their relative weights. */
const HAPPENINGS: readonly (readonly [
  weight: number,
  happens: (member: SoakMember, classroom: Classroom) => Promise<void>,
])[] = [
  [4, (member) => member.setAudioMuted(!member.intent.isAudioMuted)],
  [4, (member) => member.setVideoMuted(!member.intent.isVideoMuted)],
  [2, (member) => member.publishAnew()],
  [2, (member) => member.loseSocket('reset')],
  [1, (member) => member.loseSocket('fin')],
  [1, (member) => member.loseNetwork()],
  [3, (member) => member.leave()],
];
const TOTAL_WEIGHT = HAPPENINGS.reduce((sum, [weight]) => sum + weight, 0);

const pick = <T>(random: SeededRandom, list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;

const pickHappening = (random: SeededRandom): (typeof HAPPENINGS)[number][1] => {
  let left = random.next() * TOTAL_WEIGHT;
  return HAPPENINGS.find(([weight]) => (left -= weight) < 0)![1];
};

/** Performs one action of a member of a group, and waits until another member sees the result. */
const step = async (group: readonly SoakMember[], classroom: Classroom, random: SeededRandom): Promise<void> => {
  const member = pick(random, group);
  if (!member.intent.isInside) await member.enter(classroom);
  // At least one member must stay to see the result.
  else if (group.filter(({ intent }) => intent.isInside).length === 1) await member.publishAnew();
  else await pickHappening(random)(member, classroom);
  const witnesses = group.filter((other) => other !== member && other.intent.isInside);
  if (witnesses.length > 0) await pick(random, witnesses).seesAsMeant(member);
};

/** Performs random actions in both halves of a class at the same time, for a period. @returns the number of actions */
export const liveThrough = async (
  members: readonly SoakMember[],
  classroom: Classroom,
  random: SeededRandom,
  durationMs: number,
): Promise<number> => {
  const until = performance.now() + durationMs;
  let steps = 0;
  const live = async (group: readonly SoakMember[], chance: SeededRandom): Promise<void> => {
    for (; performance.now() < until; steps += 1) await step(group, classroom, chance);
  };
  const half = members.length / 2;
  await Promise.all([live(members.slice(0, half), random.fork(1)), live(members.slice(half), random.fork(2))]);
  return steps;
};

/** Brings all members in, unmutes them, and waits until each receives audio and video of every other. */
export const settle = async (members: readonly SoakMember[], classroom: Classroom): Promise<void> => {
  for (const member of members) {
    if (!member.intent.isInside) await member.enter(classroom);
    if (member.intent.isAudioMuted) await member.setAudioMuted(false);
    if (member.intent.isVideoMuted) await member.setVideoMuted(false);
  }
  await everybodyPerceivesEverybody(members.map(({ participant }) => participant));
};
