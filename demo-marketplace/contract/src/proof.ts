import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { Channel } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { code, knownPassword, moment } from './fields.js';

/**
 * Proof that the request comes from the member and not from a stolen session: the password, or a code sent by {@link
 * sendProofCode}. To be spread into a request that is checked by {@link oneProof}.
 */
export const proof = { password: z.optional(knownPassword), proof_code: z.optional(code) };

interface Proof {
  readonly password?: string | undefined;
  readonly proof_code?: string | undefined;
}

/** Refuses an object with neither proof, or with both. */
export const oneProof = <T extends Proof>() =>
  z.refine<T>((form) => (form.password === undefined) !== (form.proof_code === undefined), {
    error: FieldProblem.Required,
    path: ['password'],
  });

export const PROOF_REASONS = [FailureReason.WrongPassword, FailureReason.WrongCode, FailureReason.CodeSpent] as const;

export const sendProofCode = declare('/api/Member/proof_code', {
  access: Access.Member,
  summary: 'Sends the member a code that stands for the password; to an address that has been theirs for a while.',
  request: nothing,
  response: z.object({
    channel: z.enum(Object.values(Channel)),
    /** Masked address that the code was sent to: `a•••@example.org`. */
    masked: z.string(),
    /** Seconds until another code may be sent. */
    wait: z.number(),
    next_send_at: moment,
  }),
  reasons: [FailureReason.ChannelUnavailable],
});

/** Actions of this file. */
export const PROOF_ACTIONS: readonly AnyAction[] = [sendProofCode];
