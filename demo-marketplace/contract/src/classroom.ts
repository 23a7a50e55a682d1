import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { FailureReason } from './envelope.js';
import { displayName } from './fields.js';

export const guestRequest = z.object({ displayName });
export type GuestRequest = z.infer<typeof guestRequest>;

/** An identity at the conference server, with all that a page needs to act as it. */
export const rtcUser = z.object({
  /** `org#app_user`. */
  memName: z.string(),
  token: z.string(),
  nickName: z.string(),
  /** `org#app`. */
  appKey: z.string(),
  /** Base of the conference server's REST; without it, the page's own origin. */
  restUrl: z.optional(z.string()),
});
export type RtcUser = z.infer<typeof rtcUser>;

/** Creates an identity for a person without an account. */
export const enterAsGuest = declare('/api/classroom/guest', {
  access: Access.Public,
  summary: 'Makes an identity for a class, for somebody without an account.',
  request: guestRequest,
  response: rtcUser,
  reasons: [FailureReason.RtcUnavailable],
});

export const getRtcToken = declare('/api/Rtc/token', {
  access: Access.Member,
  summary: 'The caller’s own identity at the conference server, with a new token.',
  request: nothing,
  response: rtcUser,
  reasons: [FailureReason.RtcUnavailable],
});

/** Actions of this file. */
export const CLASSROOM_ACTIONS: readonly AnyAction[] = [enterAsGuest, getRtcToken];
