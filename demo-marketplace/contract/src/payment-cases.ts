import * as z from 'zod/mini';
import { Access, clientToken, declare, nothing, Replay } from './action.js';
import { FailureReason } from './envelope.js';
import { REASON_MAX } from './feedback.js';
import { id, listOf, moment, paging, words } from './fields.js';
import { officeMemberBrief } from './office.js';

/** What went wrong with money, so that somebody has to look at it. */
export const PaymentCaseKind = {
  /** A provider was paid another sum than was asked for. */
  WrongAmount: 'wrong-amount',
  /** A provider was paid for an attempt that nobody knows. */
  UnknownPayment: 'unknown-payment',
  /** What should have happened to an order by now failed again and again. */
  JobFailed: 'job-failed',
  /** A provider refused to pay a refund out. */
  RefundFailed: 'refund-failed',
} as const;
export type PaymentCaseKind = (typeof PaymentCaseKind)[keyof typeof PaymentCaseKind];

/** How it was put right. */
export const PaymentCaseOutcome = {
  /** What was paid, or is to be refunded, is in the buyer’s wallet. */
  Credited: 'credited',
  /** It was given back outside of the site: at the provider, or by bank transfer. */
  Returned: 'returned',
  /** There was nothing to be done. */
  Dismissed: 'dismissed',
  /** The provider is asked for the refund again. */
  Retried: 'retried',
} as const;
export type PaymentCaseOutcome = (typeof PaymentCaseOutcome)[keyof typeof PaymentCaseOutcome];

const outcome = z.enum(Object.values(PaymentCaseOutcome));

const paymentCase = z.object({
  id,
  kind: z.enum(Object.values(PaymentCaseKind)),
  /** Whose payment it is; null when nobody knows. */
  member: z.nullable(officeMemberBrief),
  order_no: z.string(),
  title: z.string(),
  /** The provider’s own name of it, and ours. */
  provider_ref: z.string(),
  out_no: z.string(),
  /** What was paid, null in another currency; and what was asked for. */
  amount_cents: z.nullable(z.number()),
  expected_cents: z.nullable(z.number()),
  /** What failed, and with what error; empty for payments. */
  note: z.string(),
  opened_at: moment,
  closed_at: z.nullable(moment),
  outcome: z.nullable(outcome),
  reason: z.string(),
  /** What can be done about it. */
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
