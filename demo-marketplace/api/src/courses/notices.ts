import type { Database, Tx } from '../db/database.js';
import type { CourseQuestionRow, CourseRow } from '../db/schema/index.js';
import type { MemberCall } from '../http/call.js';
import { notify } from './notice-kinds.js';
import { Throttle } from '../security/index.js';

const MOST_LETTERS = 200;
const HOUR_MS = 3_600_000;
/** Maximum posts per member and hour, because each sends a mail. */
const SAID_PER_HOUR = 40;

interface Saying {
  readonly course: CourseRow;
  readonly call: MemberCall;
  readonly text: string;
}

const aboutOf = ({ course, call, text }: Saying) => ({
  what: { zh: course.titleZh, en: course.titleEn },
  name: call.caller.member.name,
  reason: text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text,
  id: course.id,
});

/** @throws {ApiFailure} 429 when the member posts too often */
const brake = (db: Database, { caller, now }: MemberCall): Promise<void> =>
  new Throttle(db).take([{ key: `say ${caller.member.id}`, max: SAID_PER_HOUR, windowMs: HOUR_MS }], now);

/** Notifies a mentor of a learner's review or question. */
export async function notifyMentor(db: Tx, kind: 'review-added' | 'question-asked', saying: Saying): Promise<void> {
  const { course, call } = saying;
  await brake(db, call);
  await notify(db, { to: course.mentorId, kind, params: aboutOf(saying), now: call.now });
}

/** Notifies the author of a question, and the mentor, of a reply by another member. */
export async function notifyReply(db: Tx, question: CourseQuestionRow, saying: Saying): Promise<void> {
  const { mentorId } = saying.course;
  const { now, caller } = saying.call;
  await brake(db, saying.call);
  const params = aboutOf(saying);
  const isBy = (id: number): boolean => caller.member.id === id;
  if (!isBy(question.memberId)) await notify(db, { to: question.memberId, kind: 'question-answered', params, now });
  if (!isBy(mentorId)) await notify(db, { to: mentorId, kind: 'question-replied', params, now });
}
