import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { Channel } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { code, moment } from './fields.js';
import { isCode } from './validators.js';

/** Six-digit payment password, required when money leaves the member's wallet. */
export const payPassword = z
  .string()
  .check(z.minLength(1), z.refine<string>(isCode, { error: FieldProblem.Malformed, abort: true }));

/** True for digits that are all the same or a run, forwards or backwards, such as 123456. */
export function isGuessable(digits: string): boolean {
  const steps = new Set(
    Array.from(digits)
      .slice(1)
      .map((digit, index) => Number(digit) - Number(digits[index])),
  );
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** A payment password that is set; ones from before the rule still pay. */
const newPayPassword = payPassword.check(
  z.refine<string>((digits) => !isGuessable(digits), { error: FieldProblem.Guessable, abort: true }),
);

/** Reasons for which a payment password refuses a transfer. */
export const PAY_PASSWORD_REASONS = [FailureReason.PayPasswordUnset, FailureReason.PayPasswordWrong] as const;

const channel = z.enum(Object.values(Channel));

export const getPayPassword = declare('/api/Wallet/pay_password', {
  access: Access.Member,
  summary:
    'Whether the caller has a payment password, and where a code for setting one can go: to an account that the member began with, or bound three days ago.',
  request: nothing,
  response: z.object({
    is_set: z.boolean(),
    ways: z.array(z.object({ channel, masked: z.string() })),
  }),
});

export const sendPayPasswordCode = declare('/api/Wallet/pay_password_code', {
  access: Access.Member,
  summary: 'Sends a code for setting the payment password to one of the caller’s own accounts.',
  request: z.object({ channel }),
  response: z.object({
    /** Seconds until another code may be sent. */
    wait: z.number(),
    next_send_at: moment,
  }),
  reasons: [FailureReason.NotFound, FailureReason.ChannelUnavailable],
});

export const setPayPassword = declare('/api/Wallet/pay_password_set', {
  access: Access.Member,
  summary: 'Sets the payment password, the first one or another: a code stands for the one before, known or forgotten.',
  request: z.object({ channel, code, password6: newPayPassword, password6_2: z.string() }).check(
    z.refine((form) => form.password6 === form.password6_2, {
      error: FieldProblem.Mismatch,
      path: ['password6_2'],
    }),
  ),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.WrongCode, FailureReason.CodeSpent],
});

/** Actions of this file. */
export const PAY_PASSWORD_ACTIONS: readonly AnyAction[] = [getPayPassword, sendPayPasswordCode, setPayPassword];
