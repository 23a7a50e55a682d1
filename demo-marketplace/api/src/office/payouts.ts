import {
  decideRefundRequest,
  decideWithdrawal,
  FailureReason,
  listWaitingRefunds,
  listWaitingWithdrawals,
  readPayoutAccount,
  WalletScope,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { orders, payoutAccounts, refunds, withdrawals } from '../db/schema/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { decideRefund, openRefunds } from '../orders/index.js';
import { arrivingCents, openWithdrawals, settleWithdrawal } from '../wallet/index.js';
import { decide, pageOf } from './decide.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

async function withdrawalOf(db: Database, id: number) {
  const [row] = await db
    .select({
      amount: withdrawals.amountCents,
      scope: withdrawals.scope,
      status: withdrawals.status,
      noSealed: payoutAccounts.noSealed,
    })
    .from(withdrawals)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, withdrawals.accountId))
    .where(eq(withdrawals.id, id));
  if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
  return row;
}

/** Actions that pay out withdrawals and decide refunds. */
export function officePayoutActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage, vault, images, purchasables } = ports;
  return [
    onMemberCall(listWaitingWithdrawals, async (asked, { db }) => {
      const page = pageOf(await openWithdrawals(db), asked);
      const briefOf = await briefsOf(
        db,
        storage,
        page.list.map(({ withdrawal }) => withdrawal.memberId),
      );
      const list = page.list.map(({ withdrawal, bank, holder, last4 }) => ({
        id: String(withdrawal.id),
        member: briefOf(withdrawal.memberId),
        scope: withdrawal.scope,
        amount_cents: withdrawal.amountCents,
        arrive_cents: arrivingCents(withdrawal),
        applied_at: isoOf(withdrawal.appliedAt),
        ...{ bank, holder, last4 },
      }));
      return { ...page, list };
    }),

    onMemberCall(readPayoutAccount, ({ id }, call) =>
      call.db.transaction(async (db) => {
        const { status, noSealed } = await withdrawalOf(db, Number(id));
        // The account number is not needed after the payout.
        if (status !== 'applying') throw new ApiFailure(FailureReason.StateChanged);
        await audit(db, call, { action: 'payout-account-read', target: `withdrawal:${id}` });
        return { no: vault.unseal(noSealed) };
      }),
    ),

    onMemberCall(decideWithdrawal, ({ id, pass, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const { amount, scope } = await withdrawalOf(db, Number(id));
        const { memberId } = await settleWithdrawal(db, { id: Number(id), pass, reason, now: call.now });
        const action = pass ? 'withdrawal-paid' : 'withdrawal-failed';
        const details = { amount_cents: amount };
        const at = scope === WalletScope.User ? 't_tixianjilu1' : 't_tixianjilu';
        return { memberId, action, target: `withdrawal:${id}`, reason, details, amount, at };
      }),
    ),

    onMemberCall(listWaitingRefunds, async (asked, { db, language }) => {
      const page = pageOf(await openRefunds(db, purchasables), asked);
      const briefOf = await briefsOf(
        db,
        storage,
        page.list.flatMap(({ order }) => [order.buyerId, order.sellerId ?? order.buyerId]),
      );
      const list = page.list.map(({ refund, order, percent, certificateNo }) => ({
        id: String(refund.id),
        member: briefOf(order.buyerId),
        seller: order.sellerId === null ? null : briefOf(order.sellerId),
        order_no: order.orderNo,
        title: language === 'en' && order.titleEn !== '' ? order.titleEn : order.titleZh,
        amount_cents: refund.amountCents,
        reason: refund.reason,
        images: refund.images.map((key) => images.urlOf(key)),
        paid_at: order.paidAt === null ? null : isoOf(order.paidAt),
        applied_at: isoOf(refund.appliedAt),
        percent,
        certificate_no: certificateNo,
      }));
      return { ...page, list };
    }),

    onMemberCall(decideRefundRequest, ({ id, pass, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const [row] = await db
          .select({ order: orders, amount: refunds.amountCents })
          .from(refunds)
          .innerJoin(orders, eq(orders.id, refunds.orderId))
          .where(eq(refunds.id, Number(id)));
        if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
        const { order, amount } = row;
        const { memberId } = await decideRefund(db, purchasables, { id: Number(id), pass, reason, now: call.now });
        return {
          ...{ memberId, target: `refund:${id}`, reason },
          action: pass ? 'refund-approved' : 'refund-refused',
          // The seller's earnings are at stake.
          ...(order.sellerId !== null && { alsoConcerns: order.sellerId }),
          details: { order_no: order.orderNo, amount_cents: amount },
          what: { zh: order.titleZh, en: order.titleEn },
          amount,
        };
      }),
    ),
  ];
}
