import { listAudit, officeTodo } from '@lectern/marketplace-contract';
import { and, count, desc, eq, ilike, inArray, isNotNull, isNull, like, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import {
  auditLog,
  feedback,
  lives,
  members,
  paymentCases,
  providerApplications,
  refunds,
  withdrawals,
} from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { openCourses } from '../mentor/index.js';
import { OFFICE_NOTICES } from './notice-kinds.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

const IS_OPEN = eq(feedback.state, 'open');

/** `member:7` matches that member and decisions about them; `member:` matches all members. */
function about(target: string | undefined): SQL | undefined {
  if (target === undefined || target === '') return undefined;
  if (!target.endsWith(':')) {
    const concerns = (detail: 'member' | 'about'): SQL => sql`${auditLog.details} ->> ${detail} = ${target}`;
    return or(eq(auditLog.target, target), concerns('member'), concerns('about'));
  }
  return like(auditLog.target, `${target.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

/** Condition by text: the actor's name, the reason, or the client address. */
function speaksOf(db: Database, query: string): SQL | undefined {
  const words = query.replace(/[\\%_]/g, String.raw`\$&`);
  const actors = db
    .select({ id: members.id })
    .from(members)
    .where(ilike(members.name, `%${words}%`));
  return or(
    inArray(auditLog.actorId, actors),
    sql`${auditLog.details} ->> 'reason' ILIKE ${`%${words}%`}`,
    like(auditLog.ip, `${words}%`),
  );
}

/** Actions that list pending work and the audit log. */
export function officeLogActions({ storage }: OfficePorts): readonly BoundAction[] {
  return [
    onMemberCall(officeTodo, async (_request, { db }) => ({
      mentors: await db.$count(providerApplications, eq(providerApplications.state, 'applying')),
      courses: (await openCourses(db)).length,
      lives: await db.$count(lives, and(eq(lives.status, 'pending'), isNull(lives.deletedAt))),
      withdrawals: await db.$count(withdrawals, eq(withdrawals.status, 'applying')),
      refunds: await db.$count(refunds, eq(refunds.state, 'applying')),
      payments: await db.$count(paymentCases, isNull(paymentCases.closedAt)),
      reports: await db.$count(feedback, and(IS_OPEN, isNotNull(feedback.targetType))),
      feedback: await db.$count(feedback, and(IS_OPEN, isNull(feedback.targetType))),
    })),

    onMemberCall(listAudit, async ({ target, query = '', action, actor, decisions_only, page, limit }, { db }) => {
      const where = and(
        about(target),
        query === '' ? undefined : speaksOf(db, query),
        action === undefined || action === '' ? undefined : eq(auditLog.action, action),
        actor === undefined ? undefined : eq(auditLog.actorId, Number(actor)),
        decisions_only === true
          ? inArray(auditLog.action, [...Object.keys(OFFICE_NOTICES), 'payment-case-closed'])
          : undefined,
      );
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(auditLog).where(where);
      const rows = await db
        .select()
        .from(auditLog)
        .where(where)
        .orderBy(desc(auditLog.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const briefOf = await briefsOf(
        db,
        storage,
        rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
      );
      const list = rows.map((row) => ({
        id: String(row.id),
        at: isoOf(row.at),
        actor: row.actorId === null ? null : briefOf(row.actorId),
        action: row.action,
        target: row.target,
        details: { ...row.details },
        ip: row.ip,
      }));
      return { list, total, page, limit };
    }),
  ];
}
