import { FeedbackState, FeedbackType, ReportTarget } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import {
  courseQuestions,
  courses,
  feedback,
  setContentHidden,
  members,
  notifyAsOffice,
  reviews,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';
import type { DemoPeople } from './members.js';
import { tell, type Decided, type Happening } from './story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Member who posts advertisements among the questions. */
const ADVERTISER = 120;
const ADVERTISEMENT = '加好友免費領全套解答，名額有限！ Add me for all answers, free, only today!';
const BAN_REASON = '多次在課程問答張貼廣告。\nAdvertised in the questions of courses, again and again.';
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile · 412×915 @2.6 · zh-Hant · dark · /video-details';

interface Letter {
  readonly by: number;
  readonly at: number;
  readonly type: FeedbackType;
  readonly content: string;
  readonly contact?: string;
  readonly diag?: string;
  readonly target?: { readonly type: ReportTarget; readonly id: number };
  readonly answer?: Answer;
}

interface Answer {
  readonly at: number;
  readonly state: Exclude<FeedbackState, 'open'>;
  readonly reply: string;
  /** Subject for the notification of the writer. */
  readonly what: string | { readonly zh: string; readonly en: string };
}

const KINDS = {
  [FeedbackState.Answered]: 'feedback-answered',
  [FeedbackState.Upheld]: 'report-upheld',
  [FeedbackState.Dismissed]: 'report-dismissed',
} as const;

/** Events of a letter: feedback to the operators and, later, its answer. */
function happeningsOf(db: Tx, letter: Letter, log: Decided[]): Happening[] {
  const { by: memberId, type, content, contact, diag, target, answer } = letter;
  let id = 0;
  const wrote: Happening = {
    at: letter.at,
    run: async (at) => {
      const about = { targetType: target?.type ?? null, targetId: target?.id ?? null };
      const row = { memberId, type, content, contact, diag, ...about, createdAt: at };
      const [made] = await db.insert(feedback).values(row).returning({ id: feedback.id });
      id = made?.id ?? 0;
    },
  };
  if (answer === undefined) return [wrote];
  const { state, reply, what } = answer;
  const run = async (at: number): Promise<void> => {
    await db.update(feedback).set({ state, reply, decidedAt: at }).where(eq(feedback.id, id));
    await notifyAsOffice(db, { to: memberId, kind: KINDS[state], params: { what, reason: reply }, now: at });
    log.push({
      ...{ at, action: KINDS[state], memberId, reason: reply },
      target: `${target === undefined ? 'feedback' : 'report'}:${id}`,
      ...(target !== undefined && { about: `${target.type}:${target.id}` }),
    });
  };
  return [wrote, { at: answer.at, run }];
}

/** Seeds an advertisement among the questions of a course, which is hidden and its writer banned. */
async function seedAdvertisement(db: Tx, writer: number, course: SeededCourse, at: number, log: Decided[]) {
  const [asked] = await db
    .insert(courseQuestions)
    .values({
      ...{ courseId: course.id, unitId: course.unitIds[0] ?? null, second: 12, memberId: writer },
      ...{ content: ADVERTISEMENT, createdAt: at },
    })
    .returning({ id: courseQuestions.id });
  const id = asked?.id ?? 0;
  const hide = async (then: number): Promise<void> => {
    await setContentHidden(db, { type: 'question', id, on: true, now: then });
    const reason = '問答區請勿張貼廣告。\nThe questions are no place for advertisements.';
    const params = { what: ADVERTISEMENT, reason, path: `/video-info?id=${course.id}` };
    await notifyAsOffice(db, { to: writer, kind: 'content-hidden', params, now: then });
    log.push({ at: then, action: 'content-hidden', target: `question:${id}`, memberId: writer, reason });
  };
  const ban = async (then: number): Promise<void> => {
    await db.update(members).set({ isBanned: true, updatedAt: then }).where(eq(members.id, writer));
    log.push({ at: then, action: 'member-banned', target: `member:${writer}`, memberId: writer, reason: BAN_REASON });
  };
  return { id, hide, ban };
}

/** Seeds feedback and complaints in all states, some of each by the demo's learner. */
export async function seedLetters(
  db: Tx,
  { learner, learners, mentors }: DemoPeople,
  list: readonly SeededCourse[],
  log: Decided[],
  now: number,
): Promise<void> {
  const ago = (days: number): number => now - days * DAY_MS;
  const memberAt = (index: number): number => learners[index] ?? learner;
  const course = list[11];
  if (course === undefined) return;
  const [review] = await db
    .select({ id: reviews.id, content: reviews.content, at: reviews.createdAt, mentorId: courses.mentorId })
    .from(reviews)
    .innerJoin(courses, eq(courses.id, reviews.courseId))
    .where(and(eq(reviews.star, 3), lt(reviews.createdAt, ago(6))))
    .orderBy(asc(reviews.id))
    .limit(1);
  const [question] = await db
    .select({ id: courseQuestions.id, mentorId: courses.mentorId })
    .from(courseQuestions)
    .innerJoin(courses, eq(courses.id, courseQuestions.courseId))
    .where(and(isNull(courseQuestions.hiddenAt), lt(courseQuestions.createdAt, ago(2))))
    .orderBy(asc(courseQuestions.id))
    .limit(1);
  if (review === undefined || question === undefined) return;
  const advertisement = await seedAdvertisement(db, memberAt(ADVERTISER), course, ago(9), log);
  const letters: readonly Letter[] = [
    {
      ...{ by: learner, at: ago(16), type: FeedbackType.Suggestion },
      content: '希望能多一些日語會話的課程，最好有情境練習。',
      answer: {
        ...{ at: ago(15), state: FeedbackState.Answered, what: '希望能多一些日語會話的課程，最好有情境練習。' },
        reply: '謝謝你的建議！我們已經轉告語言類的導師，追蹤他們就會收到新課通知。',
      },
    },
    {
      ...{ by: memberAt(30), at: ago(11), type: FeedbackType.Payment },
      content: 'My refund was approved. When will I see the money?',
      answer: {
        ...{ at: ago(10.6), state: FeedbackState.Answered, what: 'My refund was approved. When will I see the money?' },
        reply:
          'It goes back to where you paid from: a wallet has it at once, a card usually takes 5 to 10 working days.',
      },
    },
    {
      ...{ by: learner, at: ago(8.8), type: FeedbackType.Complaint, content: '這則提問是廣告，和課程無關。' },
      target: { type: ReportTarget.Question, id: advertisement.id },
      answer: {
        ...{ at: ago(8.5), state: FeedbackState.Upheld, what: ADVERTISEMENT.slice(0, 80) },
        reply: '這則廣告已經隱藏，發文的帳號也已停權。',
      },
    },
    {
      ...{ by: review.mentorId, at: ago(5), type: FeedbackType.Complaint },
      content: '這則評價只給三顆星，影響課程的平均，希望可以移除。',
      target: { type: ReportTarget.Review, id: review.id },
      answer: {
        ...{ at: ago(4), state: FeedbackState.Dismissed, what: review.content },
        reply: '這是學員上課後的感受，沒有違反規範，我們會保留。',
      },
    },
    {
      ...{ by: memberAt(52), at: ago(2), type: FeedbackType.Complaint, contact: 'reader@example.com' },
      content: '第二章的例題和我手上的參考書幾乎一樣，請查證是否取得授權。',
      target: { type: ReportTarget.Course, id: list[24]?.id ?? course.id },
    },
    {
      ...{ by: question.mentorId, at: ago(1.2), type: FeedbackType.Complaint },
      content: '同一個問題在好幾門課裡都貼過，看起來像是洗版。',
      target: { type: ReportTarget.Question, id: question.id },
    },
    {
      ...{ by: memberAt(77), at: ago(0.7), type: FeedbackType.Complaint },
      content: 'The degree on this profile is not the one on their own website. Could you check?',
      target: { type: ReportTarget.Mentor, id: mentors[8] ?? learner },
    },
    {
      ...{ by: memberAt(14), at: ago(0.6), type: FeedbackType.Suggestion },
      content: 'It would help me to sort my courses by how much of them is left.',
    },
    {
      ...{ by: learner, at: ago(0.2), type: FeedbackType.Problem, diag: PHONE },
      content: '手機橫放看影片時，字幕有時候會被控制列蓋住。',
    },
  ];
  await tell([
    ...letters.flatMap((letter) => happeningsOf(db, letter, log)),
    { at: ago(8.5) - HOUR_MS, run: advertisement.hide },
    { at: ago(8.5) - HOUR_MS / 2, run: advertisement.ban },
  ]);
}
