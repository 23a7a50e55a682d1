import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, Replay } from './action.js';
import { FailureReason } from './envelope.js';
import { moment } from './fields.js';
import { OrderStatus, orderNo } from './orders.js';
import { PayChannel } from './pay-channel.js';
import { payPassword } from './pay-password.js';

/**
 * State of one payment attempt; `refunded` means that the payment came too late or twice and is returned to its source.
 */
export const PaymentState = {
  Created: 'created',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Refunded: 'refunded',
} as const;
export type PaymentState = (typeof PaymentState)[keyof typeof PaymentState];

const channel = z.enum(Object.values(PayChannel));

export const listPayChannels = declare('/api/Pay/channels', {
  access: Access.Member,
  summary: 'How an order can be paid.',
  request: z.object({ order_no: orderNo }),
  response: z.array(
    z.object({
      code: channel,
      /** True when the channel can be chosen; a wallet balance may be insufficient. */
      usable: z.boolean(),
      /** Balance of the wallet, in cents; null for other channels. */
      balance_cents: z.nullable(z.number()),
      /** True when the channel requires the payment password. */
      needs_password: z.boolean(),
    }),
  ),
  reasons: [FailureReason.NotFound],
});

export const submitPayment = declare('/api/Pay/submit', {
  access: Access.Member,
  summary: 'Pays an order out of the wallet, or says where to go to pay it.',
  request: z.object({
    order_no: orderNo,
    channel,
    /** Required for the balance when the member has set one. */
    pay_password: z.optional(payPassword),
    client_token: clientToken,
  }),
  response: z.object({
    state: z.enum(['paid', 'redirect']),
    /** Target of a `redirect`: a path of this site, or an address of the card provider. */
    url: z.optional(z.string()),
  }),
  reasons: [
    FailureReason.NotFound,
    FailureReason.StateChanged,
    FailureReason.OrderExpired,
    FailureReason.NotForSale,
    FailureReason.TicketLimit,
    FailureReason.AlreadyOwned,
    FailureReason.BalanceShort,
    FailureReason.PayPasswordWrong,
    FailureReason.PaymentUnavailable,
    FailureReason.ClientTokenReused,
  ],
  replay: Replay.Required,
});

export const getPaymentResult = declare('/api/Pay/result', {
  access: Access.Member,
  summary: 'How the newest attempt to pay an order went.',
  request: z.object({ order_no: orderNo }),
  response: z.object({
    order_status: z.enum(Object.values(OrderStatus)),
    /** Null without a payment attempt. */
    payment_state: z.nullable(z.enum(Object.values(PaymentState))),
    expires_at: moment,
    server_time: moment,
  }),
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const PAYMENTS_ACTIONS: readonly AnyAction[] = [listPayChannels, submitPayment, getPaymentResult];
