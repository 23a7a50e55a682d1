import {
  FailureReason,
  FeedbackState,
  handleReport,
  hideContent,
  listAllFeedback,
  listReports,
  replyFeedback,
  ReportTarget,
  type OfficeFeedback,
  type OfficeReport,
} from '@lectern/marketplace-contract';
import { and, asc, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { setContentHidden, findContent, type ContentRef } from '../courses/index.js';
import type { Database, Tx } from '../db/database.js';
import { courses, feedback, type FeedbackRecord } from '../db/schema/index.js';
import { feedbackRows } from '../feedback/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction, type Call, type MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { notify } from './notice-kinds.js';
import { decide } from './decide.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

const IS_REPORT = isNotNull(feedback.targetType);
const IS_FEEDBACK = isNull(feedback.targetType);
const EXCERPT = 200;

interface Listed {
  readonly state?: FeedbackState | undefined;
  readonly page: number;
  readonly limit: number;
}

/** @throws {ApiFailure} when it does not exist, or was decided concurrently */
async function close(
  db: Database,
  kind: SQL,
  id: string,
  set: { readonly state: FeedbackState; readonly reply: string; readonly decidedAt: number },
): Promise<FeedbackRecord> {
  const one = and(eq(feedback.id, Number(id)), kind);
  const [closed] = await db
    .update(feedback)
    .set(set)
    .where(and(one, eq(feedback.state, FeedbackState.Open)))
    .returning();
  if (closed !== undefined) return closed;
  const there = await db.select({ id: feedback.id }).from(feedback).where(one);
  throw new ApiFailure(there.length === 0 ? FailureReason.NotFound : FailureReason.StateChanged);
}

/** Review, question or reply that a complaint is about; undefined for a course or a mentor. */
function saidIn({ targetType: type, targetId: id }: FeedbackRecord): ContentRef | undefined {
  const isSaid = type === ReportTarget.Review || type === ReportTarget.Question || type === ReportTarget.Reply;
  return isSaid && id !== null ? { type, id } : undefined;
}

/** Member whom a complaint is about. */
async function ownerOf(db: Database, record: FeedbackRecord): Promise<{ alsoConcerns?: number }> {
  const { targetType, targetId } = record;
  if (targetId === null) return {};
  if (targetType === ReportTarget.Mentor) return { alsoConcerns: targetId };
  const which = saidIn(record);
  if (which !== undefined) {
    const said = await findContent(db, which);
    return said === undefined ? {} : { alsoConcerns: said.writerId };
  }
  const [course] = await db.select({ mentorId: courses.mentorId }).from(courses).where(eq(courses.id, targetId));
  return course === undefined ? {} : { alsoConcerns: course.mentorId };
}

/** Actions that answer feedback and decide complaints. */
export function officeReportActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage, images } = ports;
  async function recordsOf(kind: SQL, { state, page, limit }: Listed, { db }: Call) {
    const where = and(kind, state === undefined ? undefined : eq(feedback.state, state));
    const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(feedback).where(where);
    const records = await db
      .select()
      .from(feedback)
      .where(where)
      .orderBy(asc(feedback.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return { records, total };
  }

  async function shown(records: readonly FeedbackRecord[], { db, language }: Call): Promise<OfficeFeedback[]> {
    const rows = await feedbackRows(db, images, records, language);
    const briefOf = await briefsOf(
      db,
      storage,
      records.map(({ memberId }) => memberId),
    );
    return records.flatMap((record, index): OfficeFeedback[] => {
      const row = rows[index];
      return row === undefined ? [] : [{ ...row, member: briefOf(record.memberId), diag: record.diag }];
    });
  }

  /** Content that complaints are about, with its authors. */
  async function saidOn(records: readonly FeedbackRecord[], { db }: Call): Promise<OfficeReport['said'][]> {
    const facts = await Promise.all(
      records.map(async (record) => {
        const which = saidIn(record);
        return which === undefined ? undefined : findContent(db, which);
      }),
    );
    const writers = facts.flatMap((one) => (one === undefined ? [] : [one.writerId]));
    const briefOf = await briefsOf(db, storage, writers);
    return facts.map((one) =>
      one === undefined
        ? null
        : {
            ...{ writer: briefOf(one.writerId), course_id: String(one.courseId) },
            ...{ content: one.content, is_hidden: one.isHidden },
          },
    );
  }

  /** Hides content and notifies its author. @throws {ApiFailure} when staff would decide about their own content */
  async function hide(db: Tx, call: MemberCall, which: ContentRef, reason: string): Promise<void> {
    const { writerId, courseId, content } = await setContentHidden(db, { ...which, on: true, now: call.now });
    if (writerId === call.caller.member.id) throw new ApiFailure(FailureReason.OwnCase);
    const details = { member: `member:${writerId}`, ...(reason !== '' && { reason }) };
    await audit(db, call, { action: 'content-hidden', target: `${which.type}:${which.id}`, details });
    const params = { what: content.slice(0, EXCERPT), reason, id: String(courseId) };
    await notify(db, { to: writerId, kind: 'content-hidden', params, now: call.now });
  }

  /** Upholds the other complaints about hidden content. */
  async function closeOthers(db: Tx, call: MemberCall, { type, id }: ContentRef, reply: string): Promise<void> {
    const about = and(eq(feedback.targetType, type), eq(feedback.targetId, id));
    const closed = await db
      .update(feedback)
      .set({ state: FeedbackState.Upheld, reply, decidedAt: call.now })
      .where(and(about, eq(feedback.state, FeedbackState.Open)))
      .returning();
    const [said] = closed.length === 0 ? [] : [await findContent(db, { type, id })];
    for (const one of closed) {
      const details = { member: `member:${one.memberId}`, about: `${type}:${id}` };
      await audit(db, call, { action: 'report-upheld', target: `report:${one.id}`, details });
      const params = { what: said?.content.slice(0, EXCERPT) ?? '', reason: reply };
      await notify(db, { to: one.memberId, kind: 'report-upheld', params, now: call.now });
    }
  }

  return [
    onMemberCall(listAllFeedback, async (request, call) => {
      const { records, total } = await recordsOf(IS_FEEDBACK, request, call);
      return { list: await shown(records, call), total, page: request.page, limit: request.limit };
    }),

    onMemberCall(listReports, async (request, call) => {
      const { records, total } = await recordsOf(IS_REPORT, request, call);
      const said = await saidOn(records, call);
      const list = (await shown(records, call)).map((row, index) => ({ ...row, said: said[index] ?? null }));
      return { list, total, page: request.page, limit: request.limit };
    }),

    onMemberCall(replyFeedback, ({ id, reply }, call) =>
      decide(call, ports, async (db) => {
        const set = { state: FeedbackState.Answered, reply, decidedAt: call.now };
        const { memberId, content } = await close(db, IS_FEEDBACK, id, set);
        const what = content.slice(0, EXCERPT);
        return { memberId, action: 'feedback-answered', target: `feedback:${id}`, reason: reply, what };
      }),
    ),

    onMemberCall(handleReport, ({ id, pass, reason = '', hide: isHiding = false }, call) =>
      decide(call, ports, async (db) => {
        const state = pass ? FeedbackState.Upheld : FeedbackState.Dismissed;
        const closed = await close(db, IS_REPORT, id, { state, reply: reason, decidedAt: call.now });
        const which = pass && isHiding ? saidIn(closed) : undefined;
        if (which !== undefined) {
          // Another report may have led to hiding it already.
          if ((await findContent(db, which))?.isHidden === false) await hide(db, call, which, reason);
          await closeOthers(db, call, which, reason);
        }
        const [zh] = await feedbackRows(db, images, [closed], 'zh-Hant');
        const [en] = await feedbackRows(db, images, [closed], 'en');
        return {
          memberId: closed.memberId,
          action: pass ? 'report-upheld' : 'report-dismissed',
          target: `report:${id}`,
          reason,
          ...(await ownerOf(db, closed)),
          details: { about: `${closed.targetType}:${closed.targetId}` },
          what: { zh: zh?.target?.title ?? '', en: en?.target?.title ?? '' },
        };
      }),
    ),

    onMemberCall(hideContent, ({ type, id, hide: isHiding, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const said = await setContentHidden(db, { type, id: Number(id), on: isHiding, now: call.now });
        return {
          memberId: said.writerId,
          action: isHiding ? 'content-hidden' : 'content-restored',
          target: `${type}:${id}`,
          ...{ reason, what: said.content.slice(0, EXCERPT), at: String(said.courseId) },
        };
      }),
    ),
  ];
}
