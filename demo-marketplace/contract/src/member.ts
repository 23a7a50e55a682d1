import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { BATCH_MAX } from './constants.js';
import { CurrentType, Gender, Locale } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import {
  account,
  code,
  day,
  displayName,
  flag,
  goodAccount,
  id,
  intro,
  knownPassword,
  line,
  moment,
  newPassword,
  samePasswords,
  userType,
  words,
} from './fields.js';
import { oneProof, proof, PROOF_REASONS } from './proof.js';

/** A member, as cards and lists show them. */
export const memberBrief = z.object({ id, name: z.string(), headimg: z.string() });
export type MemberBrief = z.infer<typeof memberBrief>;

const locale = z.enum(Object.values(Locale));
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Member info as the specification's §3 defines it, with additional fields for the shell. */
export const memberInfo = z.object({
  /** Id of the company that employs the member; 0 for none. */
  pid: z.number(),
  provider_check_status: z.literal([0, 1, 2, 3]),
  /** The chat account; all three fields are empty until the conference server has created it. */
  hx_username: z.string(),
  hx_password: z.string(),
  hx_uid: z.string(),
  /** Address of the image; empty for none. */
  headimg: z.string(),
  name: z.string(),
  /** 1 person; anything else enterprise. */
  identity: z.number(),
  current_type: z.literal([1, 2]),
  is_provider: flag,
  is_homework: flag,
  /** Unanswered invitations of companies. */
  invite_new_num: z.number(),
  /** Unread notifications. */
  new_num: z.number(),

  id,
  locale,
  timezone: z.string(),
  currency: z.string(),
  /** 1 for members of the back office. */
  is_staff: flag,
});
export type MemberInfo = z.infer<typeof memberInfo>;

export const getMemberInfo = declare('/api/Member/member_info', {
  access: Access.Member,
  summary: 'Who is logged in: account, role, chat account and what is new.',
  request: nothing,
  response: memberInfo,
});

export const changeType = declare('/api/Member/change_type', {
  access: Access.Member,
  summary: 'Switches a person between the learner’s and the mentor’s side; the answer’s msg is to be shown.',
  request: z.object({ type: z.literal([CurrentType.Learner, CurrentType.Mentor]) }),
  response: nothing,
  reasons: [FailureReason.WrongRole, FailureReason.NotMentor],
});

const onOff = z.boolean();
const notifyChannels = z.object({ inapp: onOff, email: onOff });
export const NOTIFY_TYPES = ['system', 'order', 'ask', 'live', 'invite', 'interact', 'follow'] as const;
const notify = z.record(z.enum(NOTIFY_TYPES), notifyChannels);
const player = z.object({
  rate: z.literal([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]),
  /** Caption language; `off` for none. */
  caption: z.enum(['off', ...Object.values(Locale)]),
  autoplay: onOff,
});
const theme = z.enum(['system', 'light', 'dark']);

export const memberSettings = z.object({
  notify,
  /** A daily mail in the morning with the notifications that were not mailed one by one. */
  digest: onOff,
  player,
  theme,
});
export type MemberSettings = z.infer<typeof memberSettings>;

export const memberProfile = z.object({
  name: z.string(),
  headimg: z.string(),
  gender: z.enum(Gender),
  /** `yyyy-mm-dd`; empty when not set. */
  birthday: z.string(),
  intro: z.string(),
  area: z.string(),
  interests: z.array(z.string()),
  /** `a•••@example.org`; empty when none is bound. */
  email_masked: z.string(),
  /** `+86 138••••8000`; empty when none is bound. */
  mobile_masked: z.string(),
  locale,
  timezone: z.string(),
  settings: memberSettings,
});
export type MemberProfile = z.infer<typeof memberProfile>;

export const getProfile = declare('/api/Member/profile', {
  access: Access.Member,
  summary: 'The member’s own data, with accounts masked.',
  request: nothing,
  response: memberProfile,
});

export const updateProfile = declare('/api/Member/update', {
  access: Access.Member,
  summary: 'Changes the fields that are given.',
  request: z.object({
    name: z.optional(displayName),
    /** Key of an uploaded image of the member; empty removes the image. */
    headimg: z.optional(z.string().check(z.maxLength(200))),
    gender: z.optional(z.enum(Gender)),
    /** Empty removes the birthday. */
    birthday: z.optional(z.union([day, z.literal('')])),
    intro: z.optional(intro),
    area: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    interests: z.optional(z.array(line(32)).check(z.maxLength(20))),
    locale: z.optional(locale),
    timezone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: FieldProblem.Malformed }))),
  }),
  response: memberProfile,
});

export const saveSettings = declare('/api/Member/setting_save', {
  access: Access.Member,
  summary: 'Changes the settings that are given.',
  request: z.object({
    notify: z.optional(z.partialRecord(z.enum(NOTIFY_TYPES), z.partial(notifyChannels))),
    digest: z.optional(onOff),
    player: z.optional(z.partial(player)),
    theme: z.optional(theme),
    locale: z.optional(locale),
  }),
  response: memberSettings,
});

export const changePassword = declare('/api/Member/change_password', {
  access: Access.Member,
  summary: 'Sets a new password and ends all other sessions.',
  request: z.object({ old: knownPassword, password: newPassword, password2: z.string() }).check(samePasswords()),
  response: nothing,
  reasons: [FailureReason.WrongPassword],
});

export const bindAccount = declare('/api/Member/bind', {
  access: Access.Member,
  summary: 'Binds an e-mail address or mobile in place of the one of its kind; the code was sent to it.',
  request: z.object({ ...account, code, ...proof }).check(goodAccount(), oneProof()),
  response: nothing,
  reasons: [...PROOF_REASONS, FailureReason.AccountTaken],
});

export const closeAccount = declare('/api/Member/close_account', {
  access: Access.Member,
  summary: 'Closes the account for good: nobody logs in to it any more, and what it wrote bears no name.',
  request: z.object(proof).check(oneProof()),
  response: nothing,
  reasons: [...PROOF_REASONS, FailureReason.AccountInUse],
});

const memberSession = z.object({
  id,
  /** User agent string of the browser. */
  ua: z.string(),
  ip: z.string(),
  last_at: moment,
  current: z.boolean(),
});

export const listSessions = declare('/api/Member/sessions', {
  access: Access.Member,
  summary: 'Where the member is logged in, the latest use first.',
  request: nothing,
  response: z.array(memberSession),
});

export const revokeSession = declare('/api/Member/revoke', {
  access: Access.Member,
  summary: 'Ends one of the member’s sessions.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

export const publicMember = z.object({
  id,
  /** Chat account; empty for callers who may not write to the member, and until it is created. */
  hx_uid: z.string(),
  name: z.string(),
  headimg: z.string(),
  /** The user type as text: chat profiles carry it in their `sign` field. */
  sign: z.string(),
  intro: z.string(),
  usertype: userType,
});
export type PublicMember = z.infer<typeof publicMember>;

export const getPublicInfo = declare('/api/Member/public_info', {
  access: Access.Public,
  summary: 'What everybody may know of a member; named by id, or for members by chat account. The staff is not shown.',
  request: z.object({ id: z.optional(id), hx_uid: z.optional(words(64)) }).check(
    z.refine(({ id: one, hx_uid: other }) => (one === undefined) !== (other === undefined), {
      error: FieldProblem.Required,
      path: ['id'],
    }),
  ),
  response: publicMember,
  reasons: [FailureReason.NotFound],
});

export const getBatchInfo = declare('/api/Member/batch_info', {
  access: Access.Member,
  summary: 'Names and pictures of chat accounts; unknown ones are left out.',
  request: z.object({ uids: z.array(words(64)).check(z.minLength(1), z.maxLength(BATCH_MAX)) }),
  response: z.array(z.object({ uid: z.string(), name: z.string(), headimg: z.string(), sign: z.string() })),
});

/** Actions of this file. */
export const MEMBER_ACTIONS: readonly AnyAction[] = [
  getMemberInfo,
  changeType,
  getProfile,
  updateProfile,
  saveSettings,
  changePassword,
  closeAccount,
  bindAccount,
  listSessions,
  revokeSession,
  getPublicInfo,
  getBatchInfo,
];
