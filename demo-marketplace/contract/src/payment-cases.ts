import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { FailureReason } from './envelope.js';
import { REASON_MAX } from './feedback.js';
import { id, listOf, moment, paging, words } from './fields.js';
import { officeMemberBrief } from './office.js';

/** Kind of payment problem that the back office has to resolve. */
export const PaymentCaseKind = {
  /** The provider received another amount than requested. */
  WrongAmount: 'wrong-amount',
  /** The provider received a payment for an unknown attempt. */
  UnknownPayment: 'unknown-payment',
  /** A scheduled job of an order failed repeatedly. */
  JobFailed: 'job-failed',
  /** The provider refused to pay out a refund. */
  RefundFailed: 'refund-failed',
} as const;
export type PaymentCaseKind = (typeof PaymentCaseKind)[keyof typeof PaymentCaseKind];

/** Resolution of a case. */
export const PaymentCaseOutcome = {
  /** The payment, or the amount to be refunded, was credited to the buyer’s wallet. */
  Credited: 'credited',
  /** The money was returned outside of the site: at the provider, or by bank transfer. */
  Returned: 'returned',
  /** No action was necessary. */
  Dismissed: 'dismissed',
  /** The refund was requested from the provider again. */
  Retried: 'retried',
} as const;
export type PaymentCaseOutcome = (typeof PaymentCaseOutcome)[keyof typeof PaymentCaseOutcome];

const outcome = z.enum(Object.values(PaymentCaseOutcome));

const paymentCase = z.object({
  id,
  kind: z.enum(Object.values(PaymentCaseKind)),
  /** Member who paid; null when unknown. */
  member: z.nullable(officeMemberBrief),
  order_no: z.string(),
  title: z.string(),
  /** Reference of the payment at the provider, and ours. */
  provider_ref: z.string(),
  out_no: z.string(),
  /** Amount received, null for another currency, and amount expected, in cents. */
  amount_cents: z.nullable(z.number()),
  expected_cents: z.nullable(z.number()),
  /** The job or refund that failed, with its error; empty for payments. */
  note: z.string(),
  opened_at: moment,
  closed_at: z.nullable(moment),
  outcome: z.nullable(outcome),
  reason: z.string(),
  /** Resolutions available for the case. */
  outcomes: z.array(outcome),
});
export type PaymentCase = z.infer<typeof paymentCase>;

export const listPaymentCases = declare('/api/Admin/payment_case_list', {
  access: Access.BackOffice,
  summary: 'Payments that do not fit, and jobs on money that failed: open ones, the oldest first, or closed ones.',
  request: z.object({ state: z.prefault(z.enum(['open', 'closed']), 'open'), ...paging }),
  response: listOf(paymentCase),
});

export const closePaymentCase = declare('/api/Admin/payment_case_close', {
  access: Access.BackOffice,
  summary: 'Says how it was put right; credited, the money goes into the buyer’s wallet.',
  request: z.object({ id, outcome, reason: words(REASON_MAX), client_token: clientToken }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.OwnCase],
  replay: Replay.Required,
});

/** Actions of this file. */
export const PAYMENT_CASES_ACTIONS: readonly AnyAction[] = [listPaymentCases, closePaymentCase];
