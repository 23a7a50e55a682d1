import {
  addReview,
  askQuestion,
  deleteReview,
  getCourse,
  getMentor,
  getStudio,
  likeQuestion,
  likeReview,
  listFollows,
  listMentorReviews,
  listMentors,
  listQuestions,
  listReviews,
  listWishes,
  replyQuestion,
  toggleFollow,
  toggleWish,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { courses, media, members } from '../db/schema/index.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { endEnrollment, enroll } from './index.js';

let world: World;
let mentor: Awaited<ReturnType<typeof mentorIn>>;
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
});
afterAll(() => world.close());

const make = (values: Partial<typeof courses.$inferInsert> = {}) => courseIn(world, { mentorId: mentor.id, ...values });
const twice = <T>(value: T): T[] => [value, value];
const pause = (id: number) => world.db.update(courses).set({ isPaused: true }).where(eq(courses.id, id));

async function learnerOf(courseId: number) {
  const session = await world.member();
  const memberId = Number(session.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'order', now: world.clock.now() }));
  await hasLearned(world, memberId, courseId);
  return { ...session, id: memberId };
}

async function company() {
  const session = await world.member();
  await world.db
    .update(members)
    .set({ identity: 2 })
    .where(eq(members.id, Number(session.member.id)));
  return session;
}

describe('a review', () => {
  test('is said once, may be changed and taken back, and the stars always add up', async () => {
    const { id } = await make();
    const course_id = String(id);
    const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
    const first = await world.call(addReview, { course_id, star: 5, content: '很好' }, { token: ann.token });
    expect(first.data).toMatchObject({
      star: 5,
      content: '很好',
      mine: true,
      likes: 0,
      member: { id: String(ann.id) },
    });
    await world.call(addReview, { course_id, star: 2, content: '普通' }, { token: bob.token });
    const stars = async () => {
      const { rating, ratings } = (await world.call(getCourse, { id: course_id })).data;
      return [rating, ratings];
    };
    expect(await stars()).toEqual([3.5, 2]);
    await world.call(addReview, { course_id, star: 4, content: '改觀了' }, { token: bob.token });
    expect(await stars()).toEqual([4.5, 2]);

    const { data } = await world.call(listReviews, { id: course_id }, { token: bob.token });
    expect(data).toMatchObject({ total: 2, may_review: true, own: { content: '改觀了' } });
    expect(data.summary).toEqual({ rating: 4.5, ratings: 2, histogram: [0, 0, 0, 1, 1] });
    const fives = (await world.call(listReviews, { id: course_id, star: 5 })).data;
    expect(fives).toMatchObject({ total: 1, list: [{ content: '很好', mine: false }], own: null, may_review: false });

    expect((await world.call(deleteReview, { id: first.data.id }, { token: ann.token })).code).toBe(1);
    expect(await stars()).toEqual([4, 1]);
    expect((await world.call(deleteReview, { id: first.data.id }, { token: ann.token })).data.reason).toBe('not-found');
    expect(await stars()).toEqual([4, 1]);
  });

  test('that is said by one learner twice at once is counted once', async () => {
    const { id } = await make();
    const { token } = await learnerOf(id);
    const say = (star: 1 | 5) => world.call(addReview, { course_id: String(id), star, content: '好' }, { token });
    const answers = await Promise.all([say(1), say(5)]);
    expect(answers.map(({ code }) => code)).toEqual([1, 1]);
    const { summary } = (await world.call(listReviews, { id: String(id) })).data;
    const card = (await world.call(getCourse, { id: String(id) })).data;
    expect([summary.ratings, card.ratings, card.rating]).toEqual([1, 1, summary.rating]);
  });

  test('is for those who have the course: nobody else, nor its mentor, nor a company, nor after a refund', async () => {
    const { id } = await make();
    const body = { course_id: String(id), star: 5, content: '好' } as const;
    const say = async (token?: string) => (await world.call(addReview, body, { token })).data.reason;
    expect(await say()).toBe('login-required');
    expect(await say((await world.member()).token)).toBe('not-enrolled');
    expect(await say(mentor.token)).toBe('not-enrolled');
    expect(await say((await company()).token)).toBe('wrong-role');
    const refunded = await learnerOf(id);
    await world.db.transaction((tx) =>
      endEnrollment(tx, { memberId: refunded.id, courseId: id, now: world.clock.now() }),
    );
    expect(await say(refunded.token)).toBe('not-enrolled');
    expect((await world.call(getCourse, { id: String(id) })).data.ratings).toBe(0);
  });

  test('of somebody else cannot be taken back', async () => {
    const { id } = await make();
    const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
    const { data } = await world.call(
      addReview,
      { course_id: String(id), star: 3, content: '好' },
      { token: ann.token },
    );
    expect((await world.call(deleteReview, { id: data.id }, { token: bob.token })).data.reason).toBe('not-found');
    expect((await world.call(deleteReview, { id: data.id })).code).toBe(401);
    expect((await world.call(getCourse, { id: String(id) })).data.ratings).toBe(1);
  });

  test('shows pictures of its writer, at most three, and nobody else’s', async () => {
    const { id } = await make();
    const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
    const key = `image/20261122/1800000000000review${id}.png`;
    const row = { key, ownerId: ann.id, type: 'image', mime: 'image/png', maxBytes: 9, createdAt: 1 };
    await world.db.insert(media).values({ ...row, storedAt: 1, size: 1 });
    const body = { course_id: String(id), star: 5, content: '好', images: [key] } as const;
    const stolen = await world.call(addReview, body, { token: bob.token });
    expect(stolen.data.errors).toEqual({ 'images.0': 'unknown' });
    expect((await world.call(getCourse, { id: String(id) })).data.ratings).toBe(0);
    expect((await world.call(addReview, body, { token: ann.token })).data.images).toEqual([`/files/${key}`]);
    const four = { ...body, images: [key, key, key, key] };
    expect((await world.call(addReview, four, { token: ann.token })).code).toBe(422);
  });

  test.each([
    { star: 0 },
    { star: 6 },
    { star: 4.5 },
    { content: ' ' },
    { content: '字'.repeat(1001) },
    { course_id: '' },
  ])('with %j is refused', async (change) => {
    const { id } = await make();
    const { token } = await learnerOf(id);
    const body = { course_id: String(id), star: 5, content: '好', ...change };
    expect((await world.call(addReview, body, { token })).code).toBe(422);
    expect((await world.call(getCourse, { id: String(id) })).data.ratings).toBe(0);
  });

  test('is liked by each member once; of a course that is hidden, by nobody', async () => {
    const { id } = await make();
    const ann = await learnerOf(id);
    const { data } = await world.call(
      addReview,
      { course_id: String(id), star: 5, content: '好' },
      { token: ann.token },
    );
    const { token } = await world.member();
    const like = async (on: boolean) => (await world.call(likeReview, { id: data.id, on }, { token })).data;
    expect([await like(true), await like(true)]).toEqual(twice({ liked: true, likes: 1 }));
    expect((await world.call(listReviews, { id: String(id) }, { token })).data.list[0]).toMatchObject({ liked: true });
    expect(await like(false)).toEqual({ liked: false, likes: 0 });
    expect((await world.call(likeReview, { id: data.id, on: true })).code).toBe(401);
    expect((await world.call(likeReview, { id: '999999', on: true }, { token })).data.reason).toBe('not-found');
    await pause(id);
    expect((await like(true)).reason).toBe('not-found');
  });
});

describe('a question', () => {
  test('is asked about a lesson, and answered by the mentor and by others who learn', async () => {
    const { id, unitIds } = await make();
    const course_id = String(id);
    const [ann, bob] = [await learnerOf(id), await learnerOf(id)];
    const unit_id = String(unitIds[0]);
    const asked = await world.call(
      askQuestion,
      { course_id, unit_id, second: 12, content: '為什麼？' },
      { token: ann.token },
    );
    expect(asked.data).toMatchObject({ unit_id, unit_title: '第一課', second: 12, mine: true, replies: [] });
    await world.call(askQuestion, { course_id, second: 5, content: '全部呢？' }, { token: ann.token });
    await world.call(replyQuestion, { id: asked.data.id, content: '因為這樣' }, { token: mentor.token });
    const replied = await world.call(replyQuestion, { id: asked.data.id, content: '懂了' }, { token: bob.token });
    expect(replied.data.replies.map(({ by_mentor, content }) => [by_mentor, content])).toEqual([
      [true, '因為這樣'],
      [false, '懂了'],
    ]);
    const all = (await world.call(listQuestions, { course_id })).data;
    // A second has no meaning without a lesson.
    expect(all.list.map(({ content, second }) => [content, second])).toEqual([
      ['全部呢？', null],
      ['為什麼？', 12],
    ]);
    expect(all).toMatchObject({ total: 2, may_ask: false, may_reply: false });
    expect((await world.call(listQuestions, { course_id, unit_id })).data.total).toBe(1);
    const mentors = (await world.call(listQuestions, { course_id }, { token: mentor.token })).data;
    expect(mentors).toMatchObject({ may_ask: false, may_reply: true });
    const like = await world.call(likeQuestion, { id: asked.data.id, on: true }, { token: bob.token });
    expect(like.data).toEqual({ liked: true, likes: 1 });
  });

  test('is not for those who do not have the course, nor about another course’s lesson', async () => {
    const { id } = await make();
    const other = await make();
    const body = { course_id: String(id), content: '嗎？' };
    const { token } = await world.member();
    const ann = await learnerOf(id);
    expect((await world.call(askQuestion, body)).code).toBe(401);
    expect((await world.call(askQuestion, body, { token })).data.reason).toBe('not-enrolled');
    expect((await world.call(askQuestion, body, { token: (await company()).token })).data.reason).toBe('wrong-role');
    const foreign = { ...body, unit_id: String(other.unitIds[0]) };
    expect((await world.call(askQuestion, foreign, { token: ann.token })).data.errors).toEqual({ unit_id: 'unknown' });
    expect((await world.call(askQuestion, { ...body, content: '' }, { token: ann.token })).code).toBe(422);
    const asked = (await world.call(askQuestion, body, { token: ann.token })).data;
    const reply = { id: asked.id, content: '不知道' };
    expect((await world.call(replyQuestion, reply, { token })).data.reason).toBe('not-enrolled');
    expect((await world.call(replyQuestion, { ...reply, id: '999999' }, { token })).data.reason).toBe('not-found');
    const strange = await mentorIn(world);
    expect((await world.call(replyQuestion, reply, { token: strange.token })).data.reason).toBe('not-enrolled');
    const { list, total } = (await world.call(listQuestions, { course_id: String(id) })).data;
    expect([total, list[0]?.replies]).toEqual([1, []]);
  });

  test('of a course that is paused is read by those who have it only', async () => {
    const { id } = await make();
    const ann = await learnerOf(id);
    await pause(id);
    expect((await world.call(listQuestions, { course_id: String(id) })).data.reason).toBe('not-found');
    expect((await world.call(listReviews, { id: String(id) })).data.reason).toBe('not-found');
    const { code } = await world.call(listQuestions, { course_id: String(id) }, { token: ann.token });
    expect(code).toBe(1);
  });
});

describe('the wish list', () => {
  test('keeps what it cost, tells what is off sale, and is nobody else’s business', async () => {
    const { id } = await make();
    const { token } = await world.member();
    const wish = async (on: boolean, who = token) =>
      (await world.call(toggleWish, { type: 'course', id: String(id), on }, { token: who })).data;
    const list = async (who = token) => (await world.call(listWishes, { type: 'course' }, { token: who })).data;
    expect([await wish(true), await wish(true)]).toEqual(twice({ wished: true }));
    await world.db.update(courses).set({ priceCents: 80_000 }).where(eq(courses.id, id));
    expect(await list()).toMatchObject({
      total: 1,
      list: [
        { course: { id: String(id), price_cents: 80_000, wished: true }, price_then_cents: 100_000, on_sale: true },
      ],
    });
    expect((await list((await world.member()).token)).total).toBe(0);
    await pause(id);
    expect((await list()).list[0]).toMatchObject({ on_sale: false });
    expect((await wish(true, (await world.member()).token)).reason).toBe('not-found');
    expect(await wish(false)).toEqual({ wished: false });
    expect((await list()).total).toBe(0);
  });

  test('is for people who are logged in', async () => {
    const { id } = await make();
    const body = { type: 'course', id: String(id), on: true } as const;
    expect((await world.call(toggleWish, body)).code).toBe(401);
    expect((await world.call(toggleWish, body, { token: (await company()).token })).data.reason).toBe('wrong-role');
    expect((await world.call(toggleWish, { ...body, type: 'job' }, { token: mentor.token })).code).toBe(422);
    // Mentors can use learner features too.
    expect((await world.call(toggleWish, body, { token: mentor.token })).data.wished).toBe(true);
  });
});

describe('following', () => {
  test('goes both ways in lists, and counts each follower once', async () => {
    const teacher = await mentorIn(world);
    const { token, member } = await world.member();
    const follow = async (on: boolean) =>
      (await world.call(toggleFollow, { type: 'member', id: String(teacher.id), on }, { token })).data;
    expect([await follow(true), await follow(true)]).toEqual(twice({ followed: true, followers: 1 }));
    const list = async (dir: 'following' | 'followers', who: string) =>
      (await world.call(listFollows, { dir }, { token: who })).data;
    expect(await list('following', token)).toMatchObject({
      total: 1,
      list: [{ id: String(teacher.id), followed: true, usertype: 2 }],
    });
    expect(await list('followers', teacher.token)).toMatchObject({
      total: 1,
      list: [{ id: member.id, followed: false }],
    });
    expect((await list('followers', token)).total).toBe(0);
    expect((await world.call(getMentor, { id: String(teacher.id) }, { token })).data).toMatchObject({
      ...{ followed: true, followers: 1, mine: false },
    });
    expect(await follow(false)).toEqual({ followed: false, followers: 0 });
  });

  test('is not possible with oneself, with nobody, or as nobody', async () => {
    const { token, member } = await world.member();
    const body = { type: 'member', on: true } as const;
    expect((await world.call(toggleFollow, { ...body, id: member.id }, { token })).data.errors).toEqual({
      id: 'unknown',
    });
    expect((await world.call(toggleFollow, { ...body, id: '999999' }, { token })).data.reason).toBe('not-found');
    expect((await world.call(toggleFollow, { ...body, id: member.id })).code).toBe(401);
    expect((await world.call(listFollows, { dir: 'following' })).code).toBe(401);
    expect((await world.call(listFollows, { dir: 'both' }, { token })).code).toBe(422);
  });
});

describe('a mentor', () => {
  test('is known by courses, learners, stars and what learners say', async () => {
    const teacher = await mentorIn(world);
    const { id } = await make({ mentorId: teacher.id });
    const second = await make({ mentorId: teacher.id, titleZh: '新課', publishedAt: world.clock.now() + 1 });
    const ann = await learnerOf(id);
    // A learner of two of their courses counts once.
    await world.db.transaction((tx) =>
      enroll(tx, { memberId: ann.id, courseId: second.id, source: 'free', now: world.clock.now() }),
    );
    await world.call(toggleFollow, { type: 'member', id: String(teacher.id), on: true }, { token: ann.token });
    const followed = (await world.call(listFollows, { dir: 'following' }, { token: ann.token })).data.list;
    expect(followed).toMatchObject([{ latest: { id: String(second.id), title: '新課' } }]);
    await pause(second.id);
    await world.call(addReview, { course_id: String(id), star: 4, content: '好老師' }, { token: ann.token });
    const { data } = await world.call(getMentor, { id: String(teacher.id) }, { token: teacher.token });
    expect(data).toMatchObject({
      subjects: [],
      courses: 1,
      learners: 1,
      rating: 4,
      ratings: 1,
      mine: true,
      answers_homework: false,
    });
    expect((await world.call(listMentorReviews, { id: String(teacher.id) })).data).toMatchObject({
      ...{ total: 1, list: [{ content: '好老師', course_id: String(id), course_title: '高中數學' }] },
    });
    // Reviews of a course that is off sale are not listed either.
    await pause(id);
    expect((await world.call(listMentorReviews, { id: String(teacher.id) })).data.total).toBe(0);
    const after = (await world.call(listFollows, { dir: 'following' }, { token: ann.token })).data.list;
    expect(after).toMatchObject([{ latest: null }]);
  });

  test('has as many learners on their page as at their desk', async () => {
    const teacher = await mentorIn(world);
    const taught = { mentorId: teacher.id };
    const [first, paused, removed] = [await make(taught), await make(taught), await make(taught)];
    const both = await learnerOf(first.id);
    await world.db.transaction((tx) =>
      enroll(tx, { memberId: both.id, courseId: paused.id, source: 'free', now: world.clock.now() }),
    );
    await learnerOf(paused.id);
    await learnerOf(removed.id);
    await pause(paused.id);
    await world.db.update(courses).set({ deletedAt: world.clock.now() }).where(eq(courses.id, removed.id));
    const { token } = teacher;
    const page = (await world.call(getMentor, { id: String(teacher.id) })).data;
    const desk = (await world.call(getStudio, {}, { token })).data;
    expect([page.learners, desk.numbers.learners]).toEqual([2, 2]);
  });

  test('is not everybody, and nobody who is shut out', async () => {
    const { member } = await world.member();
    const gone = await mentorIn(world);
    await world.db.update(members).set({ isBanned: true }).where(eq(members.id, gone.id));
    for (const id of [member.id, String(gone.id), '999999']) {
      expect((await world.call(getMentor, { id })).data.reason).toBe('not-found');
      expect((await world.call(listMentorReviews, { id })).data.reason).toBe('not-found');
    }
    const { list } = (await world.call(listMentors, { limit: 50 })).data;
    expect(list.map(({ id }) => id)).not.toContain(String(gone.id));
    expect(list.map(({ id }) => id)).toContain(String(mentor.id));
    expect((await world.call(listMentors, { keyword: '沒有這個人' })).data.total).toBe(0);
  });
});
