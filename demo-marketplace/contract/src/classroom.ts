import * as z from 'zod/mini';
import type { Action } from './envelope.js';

/** Characters of a room password (marketplace specification: "4 to 8 characters"). */
export const ROOM_PASSWORD_MIN = 4;
export const ROOM_PASSWORD_MAX = 8;
export const ROOM_NAME_MAX = 64;
export const DISPLAY_NAME_MAX = 32;

const trimmed = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const displayName = trimmed(DISPLAY_NAME_MAX);
export const roomName = trimmed(ROOM_NAME_MAX);
export const roomPassword = z.string().check(z.minLength(ROOM_PASSWORD_MIN), z.maxLength(ROOM_PASSWORD_MAX));

export const guestRequest = z.object({ displayName });
export type GuestRequest = z.infer<typeof guestRequest>;

/** All that a page needs to join a conference. */
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

/** Makes an identity for somebody without an account. */
export const enterAsGuest = {
  method: 'POST',
  path: '/api/classroom/guest',
  request: guestRequest,
  response: guest,
} as const satisfies Action<typeof guestRequest, typeof guest>;
