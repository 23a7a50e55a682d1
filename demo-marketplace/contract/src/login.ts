import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { CodeScene } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import {
  account,
  area,
  challenge,
  code,
  displayName,
  email,
  goodAccount,
  knownPassword,
  moment,
  newPassword,
  samePasswords,
  userType,
  words,
} from './fields.js';
import { memberInfo } from './member.js';
import { DEFAULT_AREA, MOBILE_AREAS } from './validators.js';

/** Response of a login. */
export const session = z.object({
  /** Bearer token for the `Authorization` header. */
  token: z.string(),
  expires_at: moment,
  usertype: userType,
  member: memberInfo,
});
export type Session = z.infer<typeof session>;

export const sendCode = declare('/api/Login/send_code', {
  access: Access.Public,
  summary: 'Sends a verification code. The answer does not tell whether there is such an account.',
  request: z
    .object({ ...account, scene: z.enum(Object.values(CodeScene)), challenge: z.optional(challenge) })
    .check(goodAccount()),
  response: z.object({
    /** Seconds until another code may be sent. */
    wait: z.number(),
    next_send_at: moment,
  }),
  reasons: [FailureReason.LoginRequired, FailureReason.ChannelUnavailable],
});

export const registerAccount = declare('/api/Login/register', {
  access: Access.Public,
  summary: 'Makes a learner’s account and logs in.',
  request: z
    .object({
      ...account,
      code,
      challenge: z.optional(challenge),
      password: newPassword,
      password2: z.string(),
      name: z.optional(displayName),
      /** The terms were accepted. */
      agree: z.boolean().check(z.refine((ticked) => ticked, { error: FieldProblem.NotAccepted })),
    })
    .check(goodAccount(), samePasswords()),
  response: session,
  reasons: [FailureReason.WrongCode, FailureReason.CodeSpent, FailureReason.AccountTaken],
});

const loginReasons = [FailureReason.WrongCredentials, FailureReason.AccountBanned];

export const emailLogin = declare('/api/Login/email_login', {
  access: Access.Public,
  summary: 'Logs in with e-mail address and password.',
  request: z.object({ email, password: knownPassword }),
  response: session,
  reasons: loginReasons,
});

export const mobileLogin = declare('/api/Login/tel_login', {
  access: Access.Public,
  summary: 'Logs in with a mobile and either a verification code or the password.',
  request: z
    .object({
      area: z.optional(area),
      mobile: words(20),
      code: z.optional(code),
      challenge: z.optional(challenge),
      password: z.optional(knownPassword),
    })
    .check(
      z.refine((form) => MOBILE_AREAS[form.area ?? DEFAULT_AREA](form.mobile), {
        error: FieldProblem.Malformed,
        path: ['mobile'],
      }),
      z.refine((form) => (form.code === undefined) !== (form.password === undefined), {
        error: FieldProblem.Required,
        path: ['code'],
      }),
    ),
  response: session,
  reasons: [...loginReasons, FailureReason.WrongCode, FailureReason.CodeSpent],
});

export const resetPassword = declare('/api/Login/forget', {
  access: Access.Public,
  summary: 'Sets a new password with a verification code, and ends all sessions.',
  request: z
    .object({ ...account, code, challenge: z.optional(challenge), password: newPassword, password2: z.string() })
    .check(goodAccount(), samePasswords()),
  response: nothing,
  reasons: [FailureReason.WrongCode, FailureReason.CodeSpent],
});

export const logOut = declare('/api/Login/logout', {
  access: Access.Member,
  summary: 'Ends the session.',
  request: nothing,
  response: nothing,
});

export const refreshSession = declare('/api/Login/refresh', {
  access: Access.Member,
  summary: 'Gives a new token; the old one is good for another minute.',
  request: nothing,
  response: z.object({ token: z.string(), expires_at: moment }),
});

/** Actions of this file. */
export const LOGIN_ACTIONS: readonly AnyAction[] = [
  sendCode,
  registerAccount,
  emailLogin,
  mobileLogin,
  resetPassword,
  logOut,
  refreshSession,
];
