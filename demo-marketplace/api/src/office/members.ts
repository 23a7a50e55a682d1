import {
  banMember,
  Channel,
  FailureReason,
  Identity,
  listMembers,
  ProviderCheckStatus,
  type MemberFilter,
  type OfficeMember,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, exists, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { auditLog, memberAccounts, members } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { mask, memberTypeOf } from '../login/index.js';
import { endChat } from '../rtc/index.js';
import { decide } from './decide.js';
import type { OfficePorts } from './ports.js';

const FILTERS: Readonly<Record<MemberFilter, SQL | undefined>> = {
  all: undefined,
  mentor: eq(members.providerCheckStatus, ProviderCheckStatus.Approved),
  enterprise: eq(members.identity, Identity.Enterprise),
  staff: eq(members.isStaff, true),
  banned: eq(members.isBanned, true),
};

const MOST_DIGITS = 15;

/** Condition for a part of a name, an id, or a whole account. */
function matching(db: Database, query: string): SQL | undefined {
  if (query === '') return undefined;
  const written = query.toLowerCase();
  const digits = written.replace(/[\s-]/g, '');
  // A mobile is stored with its country code, and often entered without it.
  const accounts = [written, digits, `+${digits}`, `+886${digits.replace(/^0/, '')}`, `+86${digits}`];
  const hasAccount = exists(
    db
      .select({ one: sql`1` })
      .from(memberAccounts)
      .where(and(eq(memberAccounts.memberId, members.id), inArray(memberAccounts.account, accounts))),
  );
  const part = `%${query.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const isId = /^\d+$/.test(query) && query.length <= MOST_DIGITS;
  return or(ilike(members.name, part), hasAccount, isId ? eq(members.id, Number(query)) : undefined);
}

/** Actions that search, ban and unban members. */
export function officeMemberActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage, sessions } = ports;
  return [
    onMemberCall(listMembers, async ({ query = '', filter = 'all', page, limit }, { db }) => {
      const where = and(FILTERS[filter], matching(db, query));
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(members).where(where);
      const rows = await db
        .select()
        .from(members)
        .where(where)
        .orderBy(desc(members.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const ids = rows.map(({ id }) => id);
      const accounts =
        ids.length === 0 ? [] : await db.select().from(memberAccounts).where(inArray(memberAccounts.memberId, ids));
      const reasons = await banReasons(
        db,
        rows.filter(({ isBanned }) => isBanned).map(({ id }) => id),
      );
      const list = rows.map((member): OfficeMember => {
        const masked = (channel: Channel): string => {
          const found = accounts.find((account) => account.memberId === member.id && account.channel === channel);
          return found === undefined ? '' : mask({ channel, account: found.account });
        };
        return {
          id: String(member.id),
          name: member.name,
          headimg: storage.urlOf(member.headimgKey),
          email: masked(Channel.Email),
          mobile: masked(Channel.Mobile),
          usertype: memberTypeOf(member),
          provider_check_status: member.providerCheckStatus as OfficeMember['provider_check_status'],
          is_staff: member.isStaff ? 1 : 0,
          is_banned: member.isBanned ? 1 : 0,
          ban_reason: reasons.get(`member:${member.id}`) ?? '',
          created_at: isoOf(member.createdAt),
        };
      });
      return { list, total, page, limit };
    }),

    onMemberCall(banMember, (request, call) =>
      decide(call, ports, async (db) => {
        const { ban, reason = '' } = request;
        const id = Number(request.id);
        const changed = await db
          .update(members)
          .set({ isBanned: ban, updatedAt: call.now })
          .where(and(eq(members.id, id), eq(members.isBanned, !ban)))
          .returning({ id: members.id });
        if (changed.length === 0) {
          const there = await db.select({ id: members.id }).from(members).where(eq(members.id, id));
          throw new ApiFailure(there.length === 0 ? FailureReason.NotFound : FailureReason.StateChanged);
        }
        if (ban) {
          await sessions.endAll(db, id, call.now);
          await endChat(db, id, call.now, 'banned');
        }
        const action = ban ? 'member-banned' : 'member-unbanned';
        return { memberId: id, action, target: `member:${id}`, reason };
      }),
    ),
  ];
}

/** Reason of each ban: the newest entry of the audit log. */
async function banReasons(db: Database, ids: readonly number[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const targets = ids.map((id) => `member:${id}`);
  const rows = await db
    .selectDistinctOn([auditLog.target], { target: auditLog.target, details: auditLog.details })
    .from(auditLog)
    .where(and(inArray(auditLog.target, targets), eq(auditLog.action, 'member-banned')))
    .orderBy(auditLog.target, desc(auditLog.id));
  return new Map(rows.map(({ target, details }) => [target, String(details['reason'] ?? '')]));
}
