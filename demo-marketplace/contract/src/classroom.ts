import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { FailureReason } from './envelope.js';
import { displayName } from './fields.js';

export const guestRequest = z.object({ displayName });
export type GuestRequest = z.infer<typeof guestRequest>;

/** Everything a page needs to join a conference. */
export const guest = z.object({
  /** `org#app_user`. */
  memName: z.string(),
  token: z.string(),
  nickName: z.string(),
  /** `org#app`. */
  appKey: z.string(),
  /** Base of the conference server's REST; without it, the page's own origin. */
  restUrl: z.optional(z.string()),
});
export type Guest = z.infer<typeof guest>;

/** Creates an identity for a person without an account. */
export const enterAsGuest = declare('/api/classroom/guest', {
  access: Access.Public,
  summary: 'Makes an identity for a class, for somebody without an account.',
  request: guestRequest,
  response: guest,
  reasons: [FailureReason.RtcUnavailable],
});

/** Actions of this file. */
export const CLASSROOM_ACTIONS: readonly AnyAction[] = [enterAsGuest];
