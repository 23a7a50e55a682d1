import {
  addComplaint,
  addReview,
  askQuestion,
  deleteReview,
  describeTarget,
  FailureReason,
  getCourse,
  likeReview,
  listMentorReviews,
  listQuestions,
  listReviews,
  replyQuestion,
  ReportTarget,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courses } from '../db/schema/index.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import type { ContentRef } from './hidden-content.js';
import { enroll, setContentHidden } from './index.js';

let world: World;
let mentor: Awaited<ReturnType<typeof mentorIn>>;
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
});
afterAll(() => world.close());

async function learnerOf(courseId: number) {
  const session = await world.member();
  await world.db.transaction((tx) =>
    enroll(tx, { memberId: Number(session.member.id), courseId, source: 'free', now: world.clock.now() }),
  );
  await hasLearned(world, Number(session.member.id), courseId);
  return session;
}

const hide = (type: ContentRef['type'], id: string, on = true) =>
  world.db.transaction((db) => setContentHidden(db, { type, id: Number(id), on, now: world.clock.now() }));

test('a review, a question and a reply can be reported, once until it is decided, as long as they are shown', async () => {
  const { id } = await courseIn(world, { mentorId: mentor.id });
  const course_id = String(id);
  const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
  const review = (await world.call(addReview, { course_id, star: 1, content: '廣告廣告' }, { token: ann.token })).data;
  const question = (await world.call(askQuestion, { course_id, content: 'Buy my shoes' }, { token: ann.token })).data;
  const answered = await world.call(replyQuestion, { id: question.id, content: 'No!' }, { token: mentor.token });
  const reply = answered.data.replies[0];
  const targets = [
    [ReportTarget.Review, review.id, '廣告廣告'],
    [ReportTarget.Question, question.id, 'Buy my shoes'],
    [ReportTarget.Reply, reply?.id ?? '', 'No!'],
  ] as const;
  for (const [target_type, target_id, title] of targets) {
    const target = { target_type, target_id };
    expect((await world.call(describeTarget, target, { token: bob.token })).data.title).toBe(title);
    const complaint = { ...target, content: '這是廣告' };
    expect(await world.call(addComplaint, complaint, { token: bob.token })).toMatchObject({ code: 1 });
    const again = await world.call(addComplaint, complaint, { token: bob.token });
    expect(again.data.reason).toBe(FailureReason.AlreadyReported);
    await hide(target_type, target_id);
    expect((await world.call(describeTarget, target, { token: bob.token })).data.reason).toBe(FailureReason.NotFound);
    const gone = { target_type, target_id: '999999' };
    expect((await world.call(describeTarget, gone, { token: bob.token })).data.reason).toBe(FailureReason.NotFound);
  }
});

test('a hidden review is seen by its writer only, and its stars do not count, whatever happens to it', async () => {
  const { id } = await courseIn(world, { mentorId: mentor.id });
  const course_id = String(id);
  const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
  const said = { course_id, star: 1, content: '爛' } as const;
  const bad = (await world.call(addReview, said, { token: ann.token })).data;
  await world.call(addReview, { course_id, star: 5, content: '讚' }, { token: bob.token });
  const stars = async () => {
    const { rating, ratings } = (await world.call(getCourse, { id: course_id })).data;
    return [rating, ratings];
  };
  const read = async (token?: string) => (await world.call(listReviews, { id: course_id }, { token })).data;
  const hidden = await hide('review', bad.id);
  expect(hidden).toEqual({ writerId: Number(ann.member.id), courseId: id, content: '爛', isHidden: true });
  expect(await stars()).toEqual([5, 1]);
  expect((await read(bob.token)).list.map(({ content }) => content)).toEqual(['讚']);
  expect(await read(ann.token)).toMatchObject({
    total: 1,
    summary: { rating: 5, ratings: 1 },
    own: { content: '爛', hidden: true },
  });
  const listed = (await world.call(listMentorReviews, { id: String(mentor.id) })).data.list;
  expect(listed.map(({ id: one }) => one)).not.toContain(bad.id);
  const liked = await world.call(likeReview, { id: bad.id, on: true }, { token: bob.token });
  expect(liked.data.reason).toBe(FailureReason.NotFound);
  await expect(hide('review', bad.id)).rejects.toMatchObject({ data: { reason: FailureReason.StateChanged } });

  await world.call(addReview, { ...said, star: 3 }, { token: ann.token });
  expect(await stars()).toEqual([5, 1]);
  await hide('review', bad.id, false);
  expect(await stars()).toEqual([4, 2]);
  await hide('review', bad.id);
  // Deleting and writing it again would make it visible.
  const kept = await world.call(deleteReview, { id: bad.id }, { token: ann.token });
  expect(kept.data.reason).toBe(FailureReason.StateChanged);
  await world.call(addReview, said, { token: ann.token });
  expect((await read(bob.token)).total).toBe(1);
  const [row] = await world.db.select().from(courses).where(eq(courses.id, id));
  expect([row?.ratingSum, row?.ratingN]).toEqual([5, 1]);
  await hide('review', bad.id, false);
  await world.call(deleteReview, { id: bad.id }, { token: ann.token });
  expect(await stars()).toEqual([5, 1]);
  await expect(hide('review', bad.id)).rejects.toMatchObject({ data: { reason: FailureReason.NotFound } });
});

test('hidden questions and replies are seen by their writers only, and come back', async () => {
  const { id } = await courseIn(world, { mentorId: mentor.id });
  const course_id = String(id);
  const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
  const asked = (await world.call(askQuestion, { course_id, content: 'Shoes?' }, { token: ann.token })).data;
  const kept = (await world.call(askQuestion, { course_id, content: 'Limits?' }, { token: ann.token })).data;
  const replied = await world.call(replyQuestion, { id: kept.id, content: 'Yes' }, { token: bob.token });
  const reply = replied.data.replies[0]?.id ?? '';
  await hide('question', asked.id);
  await hide('reply', reply);
  const read = async (token?: string) => {
    const { list, total } = (await world.call(listQuestions, { course_id }, { token })).data;
    return [total, list.map(({ content, hidden, replies }) => [content, hidden, replies.map((one) => one.hidden)])];
  };
  expect(await read()).toEqual([1, [['Limits?', false, []]]]);
  expect(await read(ann.token)).toEqual([
    2,
    [
      ['Limits?', false, []],
      ['Shoes?', true, []],
    ],
  ]);
  expect(await read(bob.token)).toEqual([1, [['Limits?', false, [true]]]]);
  const answer = await world.call(replyQuestion, { id: asked.id, content: 'x' }, { token: mentor.token });
  expect(answer.data.reason).toBe(FailureReason.NotFound);
  expect((await world.call(getCourse, { id: course_id })).data.questions).toBe(1);
  await hide('question', asked.id, false);
  await hide('reply', reply, false);
  expect(await read()).toEqual([
    2,
    [
      ['Limits?', false, [false]],
      ['Shoes?', false, []],
    ],
  ]);
});
