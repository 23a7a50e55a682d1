import {
  cancelWithdrawal,
  deletePayoutAccount,
  exportWallet,
  FailureReason,
  getWallet,
  listPayoutAccounts,
  listWallet,
  listWithdrawals,
  OrderStatus,
  previewWithdrawal,
  ProviderCheckStatus,
  savePayoutAccount,
  WalletScope,
  withdraw,
  WITHDRAWAL_FEE_CENTS,
} from '@lectern/marketplace-contract';
import { and, asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { countCoupons, pointBalance } from '../coupons/index.js';
import type { Database } from '../db/database.js';
import { orders, payoutAccounts, withdrawals } from '../db/schema/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { balanceOf } from '../ledger/index.js';
import type { Vault } from '../security/index.js';
import { addPayoutAccount, payoutAccountsOf, removePayoutAccount } from './accounts.js';
import type { Businesses } from './businesses.js';
import type { PayPasswords } from './pay-password.js';
import { arrivalDay } from './eta.js';
import { monthsOf, statementOf } from './statement.js';
import { statementTable } from './statement-table.js';
import {
  applyForWithdrawal,
  arrivingCents,
  checkAmount,
  walletAccounts,
  cancelWithdrawalRequest,
} from './withdrawals.js';

/** Selects a wallet; only mentors have earnings, whatever side they use. @throws {ApiFailure} for others */
function walletOf({ caller }: MemberCall, scope: WalletScope) {
  const { id: memberId, providerCheckStatus, timezone } = caller.member;
  if (scope === WalletScope.Mentor && providerCheckStatus !== ProviderCheckStatus.Approved) {
    throw new ApiFailure(FailureReason.WrongRole);
  }
  return { memberId, scope, timezone };
}

/** Next release of a mentor's frozen earnings. */
async function nextRelease(db: Database, memberId: number) {
  const [next] = await db
    .select({ at: orders.releaseAt, cents: sql<number>`${orders.payableCents} - ${orders.feeCents}`.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.sellerId, memberId), eq(orders.status, OrderStatus.Paid), isNotNull(orders.releaseAt)))
    .orderBy(asc(orders.releaseAt))
    .limit(1);
  return next === undefined || next.at === null ? null : { amount_cents: next.cents, at: isoOf(next.at) };
}

const accountView = ({ id, bank, holder, last4 }: typeof payoutAccounts.$inferSelect) => ({
  id: String(id),
  ...{ bank, holder, last4 },
});

/** Maximum lines of an export. */
const EXPORT_MAX = 10_000;

/** Actions of the wallet: `/api/Wallet/*`. */
export const walletActions = (
  vault: Vault,
  payPasswords: PayPasswords,
  businesses: Businesses,
): readonly BoundAction[] => [
  onMemberCall(getWallet, async ({ scope }, call) => {
    const { db, now } = call;
    const wallet = walletOf(call, scope);
    const { memberId } = wallet;
    const isUser = scope === WalletScope.User;
    const { free, payout, all } = walletAccounts(memberId, scope);
    let balance = 0;
    for (const account of all) balance += await balanceOf(db, account);
    const withdrawable = await balanceOf(db, free);
    const withdrawing = await balanceOf(db, payout);
    return {
      balance_cents: balance,
      frozen_cents: balance - withdrawable - withdrawing,
      withdrawing_cents: withdrawing,
      withdrawable_cents: withdrawable,
      points: isUser ? await pointBalance(db, memberId) : 0,
      coupons_n: isUser ? await countCoupons(db, memberId, now) : 0,
      ...(await monthsOf(db, wallet, now)),
      next_release: isUser ? null : await nextRelease(db, memberId),
    };
  }),

  onMemberCall(listWallet, async ({ scope, ...question }, call) =>
    statementOf(call.db, { businesses, wallet: walletOf(call, scope), question, language: call.language }),
  ),

  onMemberCall(exportWallet, async ({ scope, ...filter }, call) => {
    const { db, language, now } = call;
    const wallet = walletOf(call, scope);
    const { list } = await statementOf(db, {
      businesses,
      wallet,
      question: { ...filter, page: 1, limit: EXPORT_MAX },
      language,
    });
    const filename = `statement-${scope}-${new Date(now).toISOString().slice(0, 10)}.csv`;
    return { filename, csv: statementTable({ businesses, lines: list, ...wallet, language }) };
  }),

  onMemberCall(previewWithdrawal, async ({ scope, amount_cents: amountCents }, call) => {
    const { memberId, timezone } = walletOf(call, scope);
    checkAmount(amountCents);
    const has = await balanceOf(call.db, walletAccounts(memberId, scope).free);
    if (amountCents > has) throw new ApiFailure(FailureReason.BalanceShort);
    return {
      fee_cents: WITHDRAWAL_FEE_CENTS,
      arrive_cents: arrivingCents({ amountCents, feeCents: WITHDRAWAL_FEE_CENTS }),
      eta: arrivalDay(call.now, timezone),
    };
  }),

  onMemberCall(listPayoutAccounts, async (_request, { db, caller }) =>
    (await payoutAccountsOf(db, caller.member.id)).map(accountView),
  ),

  onMemberCall(savePayoutAccount, async (account, call) => {
    const { caller, now } = call;
    const made = await call.db.transaction(async (db) => {
      const row = await addPayoutAccount(db, vault, { ...account, memberId: caller.member.id, now });
      await audit(db, call, { action: 'payout-account-added', target: `payout-account:${row.id}` });
      return row;
    });
    call.say('saved');
    return accountView(made);
  }),

  onMemberCall(deletePayoutAccount, async ({ id }, call) => {
    await call.db.transaction(async (db) => {
      await removePayoutAccount(db, call.caller.member.id, Number(id), call.now);
      await audit(db, call, { action: 'payout-account-removed', target: `payout-account:${id}` });
    });
    return {};
  }),

  onMemberCall(
    withdraw,
    async ({ scope, amount_cents: amountCents, account_id }, call) => {
      const { db, now } = call;
      const { memberId } = walletOf(call, scope);
      const accountId = Number(account_id);
      const made = await applyForWithdrawal(db, { memberId, scope, amountCents, accountId, now });
      const target = `withdrawal:${made.id}`;
      await audit(db, call, { action: 'withdrawal-asked', target, details: { scope, amountCents } });
      call.say('withdrawalAsked');
      return { id: String(made.id), status: made.status };
    },
    async ({ amount_cents: amountCents, pay_password }, { caller, now }) => {
      checkAmount(amountCents);
      await payPasswords.check(caller.member.id, pay_password, now);
    },
  ),

  onMemberCall(listWithdrawals, async ({ scope, status, page, limit }, call) => {
    const { db } = call;
    const { memberId } = walletOf(call, scope);
    const wanted = and(
      eq(withdrawals.memberId, memberId),
      eq(withdrawals.scope, scope),
      status === 'all' ? undefined : inArray(withdrawals.status, [status]),
    );
    const [counted] = await db.select({ n: count() }).from(withdrawals).where(wanted);
    const rows = await db
      .select({ row: withdrawals, account: payoutAccounts })
      .from(withdrawals)
      .innerJoin(payoutAccounts, eq(payoutAccounts.id, withdrawals.accountId))
      .where(wanted)
      .orderBy(desc(withdrawals.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const list = rows.map(({ row, account: { bank, holder, last4 } }) => ({
      id: String(row.id),
      status: row.status,
      amount_cents: row.amountCents,
      fee_cents: row.feeCents,
      arrive_cents: arrivingCents(row),
      ...{ bank, holder, last4, reason: row.reason },
      applied_at: isoOf(row.appliedAt),
      decided_at: row.decidedAt === null ? null : isoOf(row.decidedAt),
    }));
    return { list, total: counted?.n ?? 0, page, limit };
  }),

  onMemberCall(cancelWithdrawal, async ({ id }, call) => {
    await cancelWithdrawalRequest(call.db, call.caller.member.id, Number(id), call.now);
    call.say('withdrawalTakenBack');
    return {};
  }),
];
