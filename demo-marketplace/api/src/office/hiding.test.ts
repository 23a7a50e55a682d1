import {
  addComplaint,
  addReview,
  askQuestion,
  handleReport,
  hideContent,
  listFeedback,
  listNotices,
  listQuestions,
  listReports,
  listReviews,
  ResultCode,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { auditLog, courses, members } from '../db/schema/index.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
let staff: { readonly token: string; readonly member: { readonly id: string } };

beforeAll(async () => {
  world = await World.start();
  staff = await officer();
});
afterAll(() => world.close());

async function officer() {
  const session = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(session.member.id)));
  return session;
}

/** A course with a review that two members have reported. */
async function reported() {
  const course = await courseIn(world, { mentorId: (await mentorIn(world)).id });
  const id = String(course.id);
  const writer = await world.member();
  const now = world.clock.now();
  await world.db.transaction((tx) =>
    enroll(tx, { memberId: Number(writer.member.id), courseId: course.id, source: 'free', now }),
  );
  await hasLearned(world, Number(writer.member.id), course.id);
  await world.call(addReview, { course_id: id, star: 1, content: '騙人的課' }, { token: writer.token });
  const [review] = (await world.call(listReviews, { id }, {})).data.list;
  const readers = [await world.member(), await world.member()];
  for (const { token } of readers) {
    const complaint = { target_type: 'review', target_id: review?.id ?? '', content: '謾罵' } as const;
    await world.call(addComplaint, complaint, { token });
  }
  const { list } = (await world.call(listReports, { state: 'open', limit: 50 }, { token: staff.token })).data;
  const reports = list.filter(({ target }) => target?.type === 'review' && target.id === review?.id);
  return { id, courseId: course.id, writer, readers, review: review?.id ?? '', reports };
}

const ratingsOf = async (courseId: number) =>
  (await world.db.select({ n: courses.ratingN }).from(courses).where(eq(courses.id, courseId)))[0]?.n;
const actionsOn = async (target: string) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.target, target))).map(({ action }) => action);

test('a report is read with what was said; upheld and hidden, all who reported it are told, and its writer why', async () => {
  const { id, courseId, writer, readers, review, reports } = await reported();
  expect(reports).toHaveLength(2);
  const said = { writer: { id: writer.member.id }, content: '騙人的課', is_hidden: false, can_hide: true };
  expect(reports[0]).toMatchObject({ said, target: { link: `/video-info?id=${id}` } });
  expect(await ratingsOf(courseId)).toBe(1);

  const verdict = { id: reports[0]?.id ?? '', pass: true, hide: true };
  const unexplained = await world.call(handleReport, verdict, { token: staff.token });
  expect(unexplained.data.errors).toEqual({ reason: 'required' });
  const decided = await world.call(handleReport, { ...verdict, reason: '人身攻擊' }, { token: staff.token });
  expect(decided.code).toBe(ResultCode.Ok);
  expect((await world.call(listReviews, { id }, {})).data.list).toEqual([]);
  expect(await ratingsOf(courseId)).toBe(0);
  for (const { token } of readers) {
    const mine = (await world.call(listFeedback, {}, { token })).data.list;
    expect(mine).toMatchObject([{ state: 'upheld', reply: '人身攻擊' }]);
  }
  const [notice] = (await world.call(listNotices, {}, { token: writer.token })).data.list;
  expect(notice?.text).toContain('人身攻擊');
  expect(await actionsOn(`review:${review}`)).toEqual(['content-hidden']);
  expect(await actionsOn(`report:${reports[1]?.id}`)).toEqual(['report-upheld']);
});

test('what was hidden is shown again, once, with its stars', async () => {
  const { id, courseId, writer, review } = await reported();
  const show = (hide: boolean, reason = '') =>
    world.call(hideContent, { type: 'review', id: review, hide, reason }, { token: staff.token });
  expect((await show(false)).code).toBe(ResultCode.Conflict);
  expect((await show(true)).data.errors).toEqual({ reason: 'required' });
  expect((await show(true, '不實')).code).toBe(ResultCode.Ok);
  expect((await show(true, '不實')).code).toBe(ResultCode.Conflict);
  expect(await ratingsOf(courseId)).toBe(0);
  expect((await show(false)).code).toBe(ResultCode.Ok);
  expect(await ratingsOf(courseId)).toBe(1);
  expect((await world.call(listReviews, { id }, {})).data.list).toHaveLength(1);
  expect(await actionsOn(`review:${review}`)).toEqual(['content-hidden', 'content-restored']);
  const notices = (await world.call(listNotices, {}, { token: writer.token })).data.list;
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringContaining('騙人的課'),
    expect.stringContaining('不實'),
  ]);
});

test('nobody hides what they wrote themselves by upholding a report, nor decides without being of the office', async () => {
  const course = await courseIn(world, { mentorId: (await mentorIn(world)).id });
  const id = String(course.id);
  const writer = await officer();
  const now = world.clock.now();
  await world.db.transaction((tx) =>
    enroll(tx, { memberId: Number(writer.member.id), courseId: course.id, source: 'free', now }),
  );
  await world.call(askQuestion, { course_id: id, content: '什麼時候更新？' }, { token: writer.token });
  const [question] = (await world.call(listQuestions, { course_id: id }, {})).data.list;
  const target = { type: 'question', id: question?.id ?? '' } as const;
  const own = await world.call(hideContent, { ...target, hide: true, reason: 'x' }, { token: writer.token });
  expect(own.data.reason).toBe('own-case');
  const { token } = await world.member();
  const outsider = await world.call(hideContent, { ...target, hide: true, reason: 'x' }, { token });
  expect(outsider.code).toBe(ResultCode.Forbidden);
  expect((await world.call(listQuestions, { course_id: id }, {})).data.list).toHaveLength(1);
  const gone = { type: 'reply', id: '999999', hide: true, reason: 'x' } as const;
  expect((await world.call(hideContent, gone, { token: staff.token })).code).toBe(ResultCode.NotFound);
});
