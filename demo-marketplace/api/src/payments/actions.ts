import {
  getPaymentResult,
  listPayChannels,
  OrderItemType,
  PayChannel,
  submitPayment,
} from '@lectern/marketplace-contract';
import { FailureReason } from '@lectern/marketplace-contract';
import { desc, eq } from 'drizzle-orm';
import { isoOf } from '../clock.js';
import { inLanguage } from '../courses/reader.js';
import { payments } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { balanceOf, moneyOf } from '../ledger/index.js';
import { orderOf, statusOf } from '../orders/index.js';
import { beginPayment, checkPayable, payFromBalance } from './desk.js';
import type { PayPasswords } from '../wallet/index.js';
import type { PaymentProvider } from './ports.js';

/** How members pay: `/api/Pay/*`. */
export const paymentActions = (
  providers: readonly PaymentProvider[],
  payPasswords: PayPasswords,
): readonly BoundAction[] => [
  onMemberCall(listPayChannels, async ({ order_no }, { db, caller }) => {
    const { buyerId, itemType, payableCents } = await orderOf(db, caller.member.id, order_no);
    const others = providers.map(({ channel: code }) => ({
      code,
      usable: true,
      balance_cents: null,
      needs_password: false,
    }));
    // Nobody fills a wallet out of itself.
    if (itemType === OrderItemType.Recharge) return others;
    const balance_cents = await balanceOf(db, moneyOf(buyerId));
    const usable = balance_cents >= payableCents;
    const needs_password = await payPasswords.isSet(buyerId);
    return [{ code: PayChannel.Balance, usable, balance_cents, needs_password }, ...others];
  }),

  onMemberCall(
    submitPayment,
    async ({ order_no, channel }, call) => {
      const { db, now, caller, language, origin } = call;
      const order = await orderOf(db, caller.member.id, order_no);
      checkPayable(order, now);
      if (channel === PayChannel.Balance) {
        await payFromBalance(db, order, now);
        call.say('paid');
        return { state: 'paid' as const };
      }
      const provider = providers.find((known) => known.channel === channel);
      if (provider === undefined) throw new ApiFailure(FailureReason.PaymentUnavailable);
      const title = inLanguage(language, order.titleZh, order.titleEn);
      const url = await beginPayment(db, provider, { order, title, origin, now });
      return { state: 'redirect' as const, url };
    },
    async ({ channel, pay_password }, { caller, now }) => {
      if (channel === PayChannel.Balance) await payPasswords.checkIfSet(caller.member.id, pay_password, now);
    },
  ),

  onMemberCall(getPaymentResult, async ({ order_no }, { db, caller, now }) => {
    const order = await orderOf(db, caller.member.id, order_no);
    const [newest] = await db
      .select({ state: payments.state })
      .from(payments)
      .where(eq(payments.orderId, order.id))
      .orderBy(desc(payments.id))
      .limit(1);
    return {
      order_status: statusOf(order, now),
      payment_state: newest?.state ?? null,
      expires_at: isoOf(order.expiresAt),
      server_time: isoOf(now),
    };
  }),
];
