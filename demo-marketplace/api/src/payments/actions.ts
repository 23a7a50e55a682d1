import { getPaymentResult, listPayChannels, PayChannel, submitPayment } from '@lectern/marketplace-contract';
import { FailureReason } from '@lectern/marketplace-contract';
import { desc, eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { payments } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import { balanceOf, moneyOf } from '../ledger/index.js';
import { isPayable, orderOf, statusOf } from '../orders/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { Vault } from '../security/index.js';
import type { PayPasswords } from '../wallet/index.js';
import { beginPayment, checkPayable, payFromBalance, recordPaymentAttempt, type Attempt } from './payments.js';
import type { PaymentProvider } from './ports.js';

/** Actions of payments: `/api/Pay/*`. */
export const paymentActions = (
  providers: readonly PaymentProvider[],
  types: PurchasableTypes,
  payPasswords: PayPasswords,
  vault: Pick<Vault, 'nameFor'>,
): readonly BoundAction[] => [
  onMemberCall(listPayChannels, async ({ order_no }, { db, caller }) => {
    const { buyerId, itemType, payableCents } = await orderOf(db, caller.member.id, order_no);
    const others = providers.map(({ channel: code }) => ({
      code,
      usable: true,
      balance_cents: null,
      needs_password: false,
    }));
    if (!types.of({ itemType }).terms.isPaidFromWallet) return others;
    const balance_cents = await balanceOf(db, moneyOf(buyerId));
    const usable = balance_cents >= payableCents;
    const needs_password = await payPasswords.isSet(buyerId);
    return [{ code: PayChannel.Balance, usable, balance_cents, needs_password }, ...others];
  }),

  onMemberCall(
    submitPayment,
    async ({ order_no, channel }, call, elsewhere: Attempt | undefined) => {
      const { db, now, caller } = call;
      const order = await orderOf(db, caller.member.id, order_no);
      checkPayable(order, now);
      if (channel === PayChannel.Balance) {
        await payFromBalance(db, types, order, now);
        call.say('paid');
        return { state: 'paid' as const };
      }
      if (elsewhere === undefined) throw new ApiFailure(FailureReason.PaymentUnavailable);
      await recordPaymentAttempt(db, order, { ...elsewhere, channel, now });
      return { state: 'redirect' as const, url: elsewhere.url };
    },
    async ({ order_no, channel, pay_password, client_token }, { db, caller, now, language, origin }) => {
      const { id } = caller.member;
      if (channel === PayChannel.Balance) {
        await payPasswords.checkIfSet(id, pay_password, now);
        return undefined;
      }
      const provider = providers.find((known) => known.channel === channel);
      const order = await orderOf(db, id, order_no);
      // The stored response or the call itself reports an order that can no longer be paid.
      if (provider === undefined || !isPayable(order, now)) return undefined;
      // Deterministic, so that a repeated call does not open a second checkout page.
      const outNo = vault.nameFor('payment', String(id), order_no, client_token);
      const title = inLanguage(language, order.titleZh, order.titleEn);
      return beginPayment(db, provider, { order, outNo, title, origin });
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
