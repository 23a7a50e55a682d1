import { getHome, toggleFollow } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseIn, mentorIn } from '../testing/courses.js';
import { documentAt, liveIn } from '../testing/lives.js';
import { buyerIn, buyTickets } from '../testing/tickets.js';
import { World } from '../testing/world.js';
import { enroll } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const home = async (token?: string) => (await world.call(getHome, {}, { token })).data;

test('the home page of members has the classes they have tickets for, until each is over', async () => {
  const mentor = await mentorIn(world);
  const live = await liveIn(world, mentor.id);
  const buyer = await buyerIn(world);
  expect((await home(buyer.token)).classes).toEqual([]);
  await buyTickets(world, buyer, live);
  const { classes } = await home(buyer.token);
  expect(classes.length).toBeGreaterThan(0);
  expect(classes[0]).toMatchObject({ live_id: live.no, session_id: String(live.sessions[0]), mode: 'online' });
  expect((await home()).classes).toEqual([]);
  expect((await home((await buyerIn(world)).token)).classes).toEqual([]);
  const { timeline } = documentAt(world.clock.now());
  world.clock.advance(Date.parse(classes[0]!.end_at) - world.clock.now() + 1);
  expect((await home(buyer.token)).classes).toHaveLength(Math.min(classes.length, timeline.length) - 1);
});

test('and the latest courses of the mentors they follow, except those they have', async () => {
  const [followed, other] = [await mentorIn(world), await mentorIn(world)];
  const now = world.clock.now();
  const make = async (mentorId: number, publishedAt: number) => (await courseIn(world, { mentorId, publishedAt })).id;
  const [older, newer, owned] = [
    await make(followed.id, now - 2_000),
    await make(followed.id, now - 1_000),
    await make(followed.id, now),
  ];
  await make(other.id, now);
  const { token, member } = await world.member();
  expect((await home(token)).followed).toEqual([]);
  await world.call(toggleFollow, { type: 'member', id: String(followed.id), on: true }, { token });
  await world.db.transaction((tx) => enroll(tx, { memberId: Number(member.id), courseId: owned, source: 'free', now }));
  expect((await home(token)).followed.map(({ id }) => Number(id))).toEqual([newer, older]);
  expect((await home()).followed).toEqual([]);
});
