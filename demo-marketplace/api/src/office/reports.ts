import {
  FailureReason,
  FeedbackState,
  FieldProblem,
  handleReport,
  hideContent,
  listAllFeedback,
  listReports,
  replyFeedback,
  type OfficeFeedback,
  type OfficeReport,
} from '@lectern/marketplace-contract';
import { and, asc, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { feedback, type FeedbackRecord } from '../db/schema/index.js';
import { feedbackRows } from '../feedback/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction, type Call, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { notify } from './notice-kinds.js';
import { decide } from './decide.js';
import { briefsOf } from './people.js';
import { findTarget, findTargets, targetKey, type TargetFacts } from '../targets/index.js';
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

interface Ref {
  readonly targetType: string;
  readonly targetId: number;
}

/** Target of a complaint. */
function refOf({ targetType, targetId }: FeedbackRecord): Ref {
  if (targetType === null || targetId === null) throw new Error('feedback without a target is no complaint');
  return { targetType, targetId };
}

/** Actions that answer feedback and decide complaints. */
export function officeReportActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage, targets } = ports;
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
    const rows = await feedbackRows(db, ports, records, language);
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

  /** Texts that complaints are about, with their authors. */
  async function saidOn(records: readonly FeedbackRecord[], { db }: Call): Promise<OfficeReport['said'][]> {
    const found = await findTargets(db, targets, records);
    const facts = records.map((record) => found.get(targetKey(record)));
    const writers = facts.flatMap((one) => (one?.said === undefined ? [] : [one.ownerId]));
    const briefOf = await briefsOf(db, storage, writers);
    return facts.map((one, index) => {
      if (one?.said === undefined) return null;
      const { content, isHidden } = one.said;
      const type = targets[records[index]?.targetType ?? ''];
      return { writer: briefOf(one.ownerId), content, is_hidden: isHidden, can_hide: type?.setHidden !== undefined };
    });
  }

  /** Hides or shows content. @throws {ApiFailure} when it does not exist, or its type cannot be hidden */
  async function setHidden(db: Tx, { targetType, targetId }: Ref, on: boolean, now: number): Promise<TargetFacts> {
    const type = targets[targetType];
    if (type?.setHidden === undefined) throw badField('type', FieldProblem.Unknown);
    await type.setHidden(db, { id: targetId, on, now });
    const facts = await findTarget(db, targets, { targetType, targetId });
    if (facts === undefined) throw new ApiFailure(FailureReason.NotFound);
    return facts;
  }

  const excerptOf = ({ said }: TargetFacts): string => said?.content.slice(0, EXCERPT) ?? '';

  /** Hides content and notifies its author. @throws {ApiFailure} when staff would decide about their own content */
  async function hide(db: Tx, call: MemberCall, which: Ref, reason: string): Promise<void> {
    const facts = await setHidden(db, which, true, call.now);
    const { ownerId, path } = facts;
    if (ownerId === call.caller.member.id) throw new ApiFailure(FailureReason.OwnCase);
    const details = { member: `member:${ownerId}`, ...(reason !== '' && { reason }) };
    await audit(db, call, { action: 'content-hidden', target: targetKey(which), details });
    const params = { what: excerptOf(facts), reason, path };
    await notify(db, { to: ownerId, kind: 'content-hidden', params, now: call.now });
  }

  /** Upholds the other complaints about hidden content. */
  async function closeOthers(db: Tx, call: MemberCall, which: Ref, what: string, reply: string): Promise<void> {
    const about = and(eq(feedback.targetType, which.targetType), eq(feedback.targetId, which.targetId));
    const closed = await db
      .update(feedback)
      .set({ state: FeedbackState.Upheld, reply, decidedAt: call.now })
      .where(and(about, eq(feedback.state, FeedbackState.Open)))
      .returning();
    for (const one of closed) {
      const details = { member: `member:${one.memberId}`, about: targetKey(which) };
      await audit(db, call, { action: 'report-upheld', target: `report:${one.id}`, details });
      await notify(db, { to: one.memberId, kind: 'report-upheld', params: { what, reason: reply }, now: call.now });
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
        const which = refOf(closed);
        const facts = await findTarget(db, targets, which);
        if (pass && isHiding && facts?.said !== undefined && targets[which.targetType]?.setHidden !== undefined) {
          // Another report may have led to hiding it already.
          if (!facts.said.isHidden) await hide(db, call, which, reason);
          await closeOthers(db, call, which, excerptOf(facts), reason);
        }
        return {
          memberId: closed.memberId,
          action: pass ? 'report-upheld' : 'report-dismissed',
          target: `report:${id}`,
          reason,
          ...(facts !== undefined && { alsoConcerns: facts.ownerId }),
          details: { about: targetKey(which) },
          what: facts?.title ?? '',
        };
      }),
    ),

    onMemberCall(hideContent, ({ type, id, hide: isHiding, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const which = { targetType: type, targetId: Number(id) };
        const facts = await setHidden(db, which, isHiding, call.now);
        return {
          memberId: facts.ownerId,
          action: isHiding ? 'content-hidden' : 'content-restored',
          target: targetKey(which),
          reason,
          what: excerptOf(facts),
          path: facts.path,
        };
      }),
    ),
  ];
}
