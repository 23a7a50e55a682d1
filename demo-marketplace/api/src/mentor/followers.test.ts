import { listNotices, toggleFollow } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseDrafts, courses, crowdfunds, members, type CourseDocument } from '../db/schema/index.js';
import { backerIn, campaignIn, DAY } from '../testing/campaigns.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { decideCourse } from './index.js';
import { liveDocument } from './documents.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

async function followerOf(mentorId: number) {
  const session = await world.member();
  await world.call(toggleFollow, { type: 'member', id: String(mentorId), on: true }, { token: session.token });
  return session;
}

const decide = (id: number, pass: boolean) =>
  world.db.transaction((db) => decideCourse(db, { id, pass, reason: '', now: world.clock.now() }));
const followed = async ({ token }: { readonly token: string }) =>
  (await world.call(listNotices, { type: 'follow' }, { token })).data.list;
const waiting = (mentorId: number) => courseIn(world, { mentorId, status: 'pending', publishedAt: null });

/** Submits a newer version of a course without changes. */
async function revise(courseId: number): Promise<void> {
  const [course] = await world.db.select().from(courses).where(eq(courses.id, courseId));
  if (course === undefined) throw new Error('there is no such course');
  const document: CourseDocument = await liveDocument(world.db, course);
  const at = { submittedAt: world.clock.now(), updatedAt: world.clock.now() };
  await world.db.insert(courseDrafts).values({ courseId, document, state: 'pending', ...at });
}

test('who follows a mentor hears of a new course once, on the site and not by a mail of its own', async () => {
  const mentor = await mentorIn(world);
  const [ann, gone] = [await followerOf(mentor.id), await followerOf(mentor.id)];
  const stranger = await world.member();
  await world.db
    .update(members)
    .set({ isBanned: true })
    .where(eq(members.id, Number(gone.member.id)));
  const before = (await world.inbox()).length;
  const refused = await waiting(mentor.id);
  await decide(refused.id, false);
  expect(await followed(ann)).toEqual([]);
  const { id } = await waiting(mentor.id);
  await decide(id, true);
  expect(await followed(ann)).toMatchObject([
    { kind: 'mentor-course', link: `/video-info?id=${id}`, text: '王小明 推出了新課程「高中數學」。' },
  ]);
  // Followers are not notified of a newer version.
  await revise(id);
  await decide(id, true);
  expect(await followed(ann)).toHaveLength(1);
  expect(await followed(stranger)).toEqual([]);
  expect((await world.inbox()).length).toBe(before);
  await world.db
    .update(members)
    .set({ isBanned: false })
    .where(eq(members.id, Number(gone.member.id)));
  expect(await followed(gone)).toEqual([]);
});

test('of a campaign, too; and of its course when that is made, unless they have backed it', async () => {
  const { courseId, mentor, deadline } = await campaignIn(world, { target: 1 });
  await world.db.update(courses).set({ status: 'pending', publishedAt: null }).where(eq(courses.id, courseId));
  const [ann, bob] = [await followerOf(mentor.id), await followerOf(mentor.id)];
  await decide(courseId, true);
  expect(await followed(ann)).toMatchObject([
    { kind: 'mentor-campaign', text: '王小明 為「高中數學」發起募資，現在支持只要 NT$600。' },
  ]);
  const backer = await backerIn(world, courseId);
  await world.call(toggleFollow, { type: 'member', id: String(mentor.id), on: true }, { token: backer.token });
  world.clock.advance(deadline - world.clock.now() + DAY);
  await world.parts.idle();
  const [campaign] = await world.db.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId));
  expect(campaign?.state).toBe('producing');
  await revise(courseId);
  await decide(courseId, true);
  for (const one of [ann, bob]) {
    expect((await followed(one)).map(({ kind }) => kind)).toEqual(['mentor-course', 'mentor-campaign']);
  }
  expect(await followed(backer)).toEqual([]);
});
