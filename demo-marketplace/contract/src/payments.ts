import * as z from 'zod/mini';
import { Access, clientToken, declare, Replay } from './action.js';
import { FailureReason } from './envelope.js';
import { moment } from './fields.js';
import { OrderStatus, orderNo } from './orders.js';
import { payPassword } from './pay-password.js';

/** How an order is paid. */
export const PayChannel = {
  /** Out of the wallet. */
  Balance: 'balance',
  Card: 'card',
  /** The development payment page; in demo mode only. */
  Mock: 'mock',
} as const;
export type PayChannel = (typeof PayChannel)[keyof typeof PayChannel];

/** State of one attempt to pay; `refunded` came too late or twice, and goes back to where it came from. */
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
      /** Whether it can be chosen: a balance may be too small. */
      usable: z.boolean(),
      /** What the wallet holds; null for channels that are not a wallet. */
      balance_cents: z.nullable(z.number()),
      /** Whether it asks for the payment password. */
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
    /** For the balance, of members who have set one. */
    pay_password: z.optional(payPassword),
    client_token: clientToken,
  }),
  response: z.object({
    state: z.enum(['paid', 'redirect']),
    /** Where to go, for `redirect`: a path of this site, or the address of the card provider. */
    url: z.optional(z.string()),
  }),
  reasons: [
    FailureReason.NotFound,
    FailureReason.StateChanged,
    FailureReason.OrderExpired,
    FailureReason.NotForSale,
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
    /** Null when nobody has tried. */
    payment_state: z.nullable(z.enum(Object.values(PaymentState))),
    expires_at: moment,
    server_time: moment,
  }),
  reasons: [FailureReason.NotFound],
});
