import {
  CENTS_PER_DOLLAR,
  closeAccount,
  FailureReason,
  OrderItemType,
  OrderStatus,
} from '@lectern/marketplace-contract';
import { and, eq, gt, gte, inArray, isNull, ne, notInArray, or } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import {
  courses,
  follows,
  ledgerAccounts,
  lessonNotes,
  memberAccounts,
  members,
  mentorProfiles,
  notifications,
  orders,
  payoutAccounts,
  providerApplications,
  wishes,
  type MemberRow,
  refundTransfers,
} from '../db/schema/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { AccountKind, balanceOf, FEES, moneyOf, moving, post, Unit } from '../ledger/index.js';
import type { Proofs, Sessions } from '../login/index.js';
import { notify } from './notice-kinds.js';
import { OPEN_TRANSFER_STATES } from '../orders/index.js';
import { endChat } from '../rtc/index.js';

export interface ClosingPorts {
  readonly proofs: Proofs;
  readonly sessions: Sessions;
}

/** Name shown beside content of a closed account. */
const FORMER = '前會員 Former member';

/** Accounts whose rest of less than a dollar is forfeited; what is reserved or frozen is decided first. */
const FORFEITED = [AccountKind.Balance, AccountKind.Earnings] as const;

/** True when the account still owns money that can be taken out, orders or courses. */
async function isInUse(db: Database, { id, isStaff }: MemberRow, now: number): Promise<boolean> {
  if (isStaff) return true;
  const money = await db.$count(
    ledgerAccounts,
    and(
      eq(ledgerAccounts.ownerType, 'member'),
      eq(ledgerAccounts.ownerId, id),
      eq(ledgerAccounts.unit, Unit.Money),
      ne(ledgerAccounts.balance, 0),
      or(gte(ledgerAccounts.balance, CENTS_PER_DOLLAR), notInArray(ledgerAccounts.kind, [...FORFEITED])),
    ),
  );
  const isOpen = or(
    and(eq(orders.status, OrderStatus.Pending), gt(orders.expiresAt, now)),
    eq(orders.status, OrderStatus.Refunding),
    and(eq(orders.status, OrderStatus.Paid), eq(orders.itemType, OrderItemType.Crowdfund)),
  );
  const open = await db.$count(orders, and(eq(orders.buyerId, id), isOpen));
  const unsettled = await db
    .select({ id: refundTransfers.id })
    .from(refundTransfers)
    .innerJoin(orders, eq(orders.id, refundTransfers.orderId))
    .where(and(eq(orders.buyerId, id), inArray(refundTransfers.state, [...OPEN_TRANSFER_STATES])))
    .limit(1);
  const taught = await db.$count(
    courses,
    and(eq(courses.mentorId, id), isNull(courses.deletedAt), inArray(courses.status, ['approved', 'pending'])),
  );
  return money + open + unsettled.length + taught > 0;
}

/**
 * Moves what is left in the wallets, less than a dollar in each, to the platform: banks transfer whole dollars.
 *
 * @returns the amount in cents
 * @throws {ApiFailure} account-in-use, when a wallet holds a dollar or more
 */
async function forfeitRest(tx: Tx, id: number, now: number): Promise<number> {
  const rests = await Promise.all(
    FORFEITED.map(async (kind) => ({ account: moneyOf(id, kind), amount: -(await balanceOf(tx, moneyOf(id, kind))) })),
  );
  // Money that arrived since the account was checked is not forfeited.
  if (rests.some(({ amount }) => amount <= -CENTS_PER_DOLLAR)) throw new ApiFailure(FailureReason.AccountInUse);
  const rest = -rests.reduce((sum, { amount }) => sum + amount, 0);
  if (rest === 0) return 0;
  const postings = moving([...rests, { account: FEES, amount: rest }]);
  await post(tx, { business: 'rest-forfeited', businessId: String(id), memo: '', at: now, postings });
  return rest;
}

/** Anonymises a member. Public content and ledger entries remain without the name. */
async function forget(db: Database, id: number, now: number): Promise<void> {
  await db.delete(memberAccounts).where(eq(memberAccounts.memberId, id));
  await db.delete(notifications).where(eq(notifications.memberId, id));
  await db.delete(wishes).where(eq(wishes.memberId, id));
  await db.delete(follows).where(or(eq(follows.memberId, id), eq(follows.targetId, id)));
  await db.delete(lessonNotes).where(eq(lessonNotes.memberId, id));
  await db.delete(providerApplications).where(eq(providerApplications.memberId, id));
  await db.delete(mentorProfiles).where(eq(mentorProfiles.memberId, id));
  await db
    .update(payoutAccounts)
    .set({ holder: '', noSealed: '', deletedAt: now })
    .where(eq(payoutAccounts.memberId, id));
  await db
    .update(members)
    .set({
      ...{ name: FORMER, passwordHash: '', headimgKey: '', gender: 0, birthday: '', intro: '', area: '' },
      ...{ interests: [], settings: {}, currentType: 1, providerCheckStatus: 0 },
      ...{ isProvider: false, isHomework: false, updatedAt: now },
    })
    .where(eq(members.id, id));
}

/** Action that closes an account: `/api/Member/close_account`. */
export function closingActions({ proofs, sessions }: ClosingPorts): readonly BoundAction[] {
  return [
    onMemberCall(closeAccount, async (proof, call) => {
      const { now } = call;
      const { id } = call.caller.member;
      await proofs.check(call, proof);
      await call.db.transaction(async (db) => {
        // Row lock: concurrent orders, sales and withdrawals are either seen here or refused afterwards.
        const [member] = await db.select().from(members).where(eq(members.id, id)).for('update');
        if (member === undefined || (await isInUse(db, member, now))) throw new ApiFailure(FailureReason.AccountInUse);
        const amount = await forfeitRest(db, id, now);
        if (amount === 0) await notify(db, { to: id, kind: 'account-closed', params: {}, now });
        else await notify(db, { to: id, kind: 'account-closed-rest', params: { amount }, now });
        await forget(db, id, now);
        await sessions.endAll(db, id, now);
        await endChat(db, id, now, 'closed');
        await audit(db, call, { action: 'account-closed', target: `member:${id}` });
      });
      call.say('accountClosed');
      return {};
    }),
  ];
}
