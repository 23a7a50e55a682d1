import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { getManagedCourse } from './course-manage.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { feedbackRow, FeedbackState, REASON_MAX, ReportTarget } from './feedback.js';
import { anyWords, flag, id, listOf, moment, paging, userType, words } from './fields.js';
import { getManagedLive } from './live-manage.js';
import { LiveKind } from './lives.js';
import { getApplication } from './mentor.js';

// Actions of the back office, where staff review pending requests and decide them.

const DECIDED = [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.OwnCase];

const decisionFields = { id, pass: z.boolean(), reason: z.optional(anyWords(REASON_MAX)) };
/** A refusal requires a reason. */
const isExplained = ({ pass, reason = '' }: { readonly pass: boolean; readonly reason?: string | undefined }) =>
  pass || reason !== '';
const unexplained = { error: FieldProblem.Required, path: ['reason'] };

const decision = z.object(decisionFields).check(z.refine(isExplained, unexplained));
const moneyDecision = z
  .object({ ...decisionFields, client_token: clientToken })
  .check(z.refine(isExplained, unexplained));

/** A member in lists of the back office. */
export const officeMemberBrief = z.object({ id, name: z.string(), headimg: z.string() });
export type OfficeMemberBrief = z.infer<typeof officeMemberBrief>;

export const officeTodo = declare('/api/Admin/todo', {
  access: Access.BackOffice,
  summary: 'How much waits for a decision.',
  request: nothing,
  response: z.object({
    mentors: z.number(),
    courses: z.number(),
    lives: z.number(),
    withdrawals: z.number(),
    refunds: z.number(),
    /** Payment cases that need a decision. */
    payments: z.number(),
    reports: z.number(),
    feedback: z.number(),
  }),
});

const MEMBER_FILTERS = ['all', 'mentor', 'enterprise', 'staff', 'banned'] as const;
export const MemberFilter = z.enum(MEMBER_FILTERS);
export type MemberFilter = z.infer<typeof MemberFilter>;

export const officeMember = z.object({
  ...officeMemberBrief.shape,
  /** Masked; empty when none is bound. */
  email: z.string(),
  mobile: z.string(),
  usertype: userType,
  provider_check_status: z.literal([0, 1, 2, 3]),
  is_staff: flag,
  is_banned: flag,
  /** Reason of a ban by the back office; empty otherwise. */
  ban_reason: z.string(),
  created_at: moment,
});
export type OfficeMember = z.infer<typeof officeMember>;

export const listMembers = declare('/api/Admin/member_list', {
  access: Access.BackOffice,
  summary: 'Members, the newest first; the query is a part of a name, an id, or a whole e-mail address or mobile.',
  request: z.object({ query: z.optional(anyWords(254)), filter: z.optional(MemberFilter), ...paging }),
  response: listOf(officeMember),
});

export const banMember = declare('/api/Admin/member_ban', {
  access: Access.BackOffice,
  summary: 'Bans a member, who is logged out everywhere and told why by e-mail; or lifts the ban.',
  request: z
    .object({ id, ban: z.boolean(), reason: z.optional(anyWords(REASON_MAX)) })
    .check(
      z.refine(({ ban, reason = '' }) => !ban || reason !== '', { error: FieldProblem.Required, path: ['reason'] }),
    ),
  response: nothing,
  reasons: DECIDED,
});

const officeFeedback = z.object({ ...feedbackRow.shape, member: officeMemberBrief, diag: z.string() });
export type OfficeFeedback = z.infer<typeof officeFeedback>;

const withState = z.object({ state: z.optional(z.enum(Object.values(FeedbackState))), ...paging });

export const listAllFeedback = declare('/api/Admin/feedback_list', {
  access: Access.BackOffice,
  summary: 'Feedback of members, the oldest first.',
  request: withState,
  response: listOf(officeFeedback),
});

export const replyFeedback = declare('/api/Admin/feedback_reply', {
  access: Access.BackOffice,
  summary: 'Answers feedback.',
  request: z.object({ id, reply: words(REASON_MAX) }),
  response: nothing,
  reasons: DECIDED,
});

const officeReport = z.object({
  ...officeFeedback.shape,
  /** Text by a member that the complaint is about; null otherwise, and when it no longer exists. */
  said: z.nullable(
    z.object({ writer: officeMemberBrief, content: z.string(), is_hidden: z.boolean(), can_hide: z.boolean() }),
  ),
});
export type OfficeReport = z.infer<typeof officeReport>;

export const listReports = declare('/api/Admin/report_list', {
  access: Access.BackOffice,
  summary: 'Complaints about what members offer and wrote, the oldest first.',
  request: withState,
  response: listOf(officeReport),
});

export const handleReport = declare('/api/Admin/report_handle', {
  access: Access.BackOffice,
  summary: 'Upholds or dismisses a complaint; whoever complained sees the reason.',
  request: z
    .object({
      ...decisionFields,
      /** Also hides the content and upholds all complaints about it. */
      hide: z.optional(z.boolean()),
    })
    .check(
      z.refine(isExplained, unexplained),
      // The author of hidden content is notified with the reason.
      z.refine(({ hide, reason = '' }) => hide !== true || reason !== '', unexplained),
    ),
  response: nothing,
  reasons: DECIDED,
});

export const hideContent = declare('/api/Admin/content_hide', {
  access: Access.BackOffice,
  summary: 'Hides what a member wrote from everybody but its writer, who is told why; or shows it again.',
  request: z
    .object({
      type: z.enum(Object.values(ReportTarget)),
      id,
      hide: z.boolean(),
      reason: z.optional(anyWords(REASON_MAX)),
    })
    .check(
      z.refine(({ hide, reason = '' }) => !hide || reason !== '', { error: FieldProblem.Required, path: ['reason'] }),
    ),
  response: nothing,
  reasons: DECIDED,
});

const waitingMentor = z.object({
  /** Id of the member, since each member has one application. */
  id,
  member: officeMemberBrief,
  application: getApplication.response,
});
export type WaitingMentor = z.infer<typeof waitingMentor>;

export const listWaitingMentors = declare('/api/Admin/provider_list', {
  access: Access.BackOffice,
  summary: 'Applications of mentors that wait, the oldest first.',
  request: z.object(paging),
  response: listOf(waitingMentor),
});

export const decideMentor = declare('/api/Admin/provider_audit', {
  access: Access.BackOffice,
  summary: 'Approves the application of a member, or refuses it with a reason.',
  request: decision,
  response: nothing,
  reasons: DECIDED,
});

const waitingCourse = z.object({
  id,
  title: z.string(),
  mentor: officeMemberBrief,
  /** True when an older version is on sale. */
  is_update: z.boolean(),
  is_crowdfund: z.boolean(),
  price_cents: z.number(),
  submitted_at: moment,
});
export type WaitingCourse = z.infer<typeof waitingCourse>;

export const listWaitingCourses = declare('/api/Admin/course_list', {
  access: Access.BackOffice,
  summary: 'Courses and changes of courses that wait, the oldest first.',
  request: z.object(paging),
  response: listOf(waitingCourse),
});

const reviewedCourse = z.object({
  mentor: officeMemberBrief,
  course: getManagedCourse.response,
  /** Addresses of the units' videos and files by key, valid for some hours. */
  videos: z.record(z.string(), z.string()),
  /** Captions of the videos, by key of the video. */
  captions: z.record(z.string(), z.array(z.object({ lang: z.enum(['zh', 'en']), url: z.string() }))),
  /** Name of its category, after the name of the parent category. */
  category: z.string(),
});
export type ReviewedCourse = z.infer<typeof reviewedCourse>;

export const reviewCourse = declare('/api/Admin/course_detail', {
  access: Access.BackOffice,
  summary: 'All that was submitted of a course, with links to its videos.',
  request: z.object({ id }),
  response: reviewedCourse,
  reasons: [FailureReason.NotFound],
});

export const decideCourseRequest = declare('/api/Admin/course_audit', {
  access: Access.BackOffice,
  summary: 'Puts what was submitted of a course on sale, or refuses it with a reason.',
  request: decision,
  response: nothing,
  reasons: DECIDED,
});

const waitingWithdrawal = z.object({
  id,
  member: officeMemberBrief,
  scope: z.enum(['user', 'mentor']),
  amount_cents: z.number(),
  /** Amount to pay out: the withdrawal less the bank’s fee. */
  arrive_cents: z.number(),
  bank: z.string(),
  holder: z.string(),
  last4: z.string(),
  applied_at: moment,
});
export type WaitingWithdrawal = z.infer<typeof waitingWithdrawal>;

export const listWaitingWithdrawals = declare('/api/Admin/withdraw_list', {
  access: Access.BackOffice,
  summary: 'Withdrawals that wait to be paid out, the oldest first.',
  request: z.object(paging),
  response: listOf(waitingWithdrawal),
});

export const readPayoutAccount = declare('/api/Admin/withdraw_account', {
  access: Access.BackOffice,
  summary: 'The whole number of the account that a waiting withdrawal goes to; who reads it is written down.',
  request: z.object({ id }),
  response: z.object({ no: z.string() }),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

export const decideWithdrawal = declare('/api/Admin/withdraw_audit', {
  access: Access.BackOffice,
  summary: 'Says that a withdrawal was paid out, or failed: then the money is the member’s again.',
  request: moneyDecision,
  response: nothing,
  reasons: DECIDED,
  replay: Replay.Required,
});

const waitingRefund = z.object({
  id,
  member: officeMemberBrief,
  /** Mentor whose earnings are reduced. */
  seller: z.nullable(officeMemberBrief),
  order_no: z.string(),
  title: z.string(),
  amount_cents: z.number(),
  reason: z.string(),
  images: z.array(z.string()),
  paid_at: z.nullable(moment),
  applied_at: moment,
  /** Progress in the course, in percent. */
  percent: z.number(),
  /** Certificate of the course, which a refund revokes; null for none. */
  certificate_no: z.nullable(z.string()),
});
export type WaitingRefund = z.infer<typeof waitingRefund>;

export const listWaitingRefunds = declare('/api/Admin/refund_list', {
  access: Access.BackOffice,
  summary: 'Refunds that were asked for, the oldest first.',
  request: z.object(paging),
  response: listOf(waitingRefund),
});

export const decideRefundRequest = declare('/api/Admin/refund_audit', {
  access: Access.BackOffice,
  summary: 'Gives the money of an order back, or refuses to.',
  request: moneyDecision,
  response: nothing,
  reasons: DECIDED,
  replay: Replay.Required,
});

const auditRow = z.object({
  id,
  at: moment,
  /** Null for visitors. */
  actor: z.nullable(officeMemberBrief),
  action: z.string(),
  /** `member:7` */
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const listAudit = declare('/api/Admin/audit_log', {
  access: Access.BackOffice,
  summary: 'Who did what, the newest first.',
  request: z.object({
    /** `member:7`, or `member:` for all members. */
    target: z.optional(anyWords(100)),
    /** Part of the actor's name or of the reason, or prefix of the client address. */
    query: z.optional(anyWords(64)),
    action: z.optional(anyWords(60)),
    actor: z.optional(id),
    /** Restricts the list to decisions of the back office and leaves out what members did to their own accounts. */
    decisions_only: z.optional(z.boolean()),
    ...paging,
  }),
  response: listOf(auditRow),
});

const waitingLive = z.object({
  id,
  kind: z.enum(Object.values(LiveKind)),
  title: z.string(),
  mentor: officeMemberBrief,
  submitted_at: moment,
});
export type WaitingLive = z.infer<typeof waitingLive>;

export const listWaitingLives = declare('/api/Admin/live_list', {
  access: Access.BackOffice,
  summary: 'Live classes and activities that wait, the oldest first.',
  request: z.object(paging),
  response: listOf(waitingLive),
});

export const reviewLive = declare('/api/Admin/live_detail', {
  access: Access.BackOffice,
  summary: 'A live class or activity as its mentor handed it in.',
  request: z.object({ id }),
  response: z.object({ mentor: officeMemberBrief, live: getManagedLive.response }),
  reasons: [FailureReason.NotFound],
});

export const decideLiveRequest = declare('/api/Admin/live_audit', {
  access: Access.BackOffice,
  summary: 'Approves a live class or activity, or does not pass it with a reason.',
  request: decision,
  response: nothing,
  reasons: [...DECIDED, FailureReason.LiveIncomplete],
});

/** Actions of this file. */
export const OFFICE_ACTIONS: readonly AnyAction[] = [
  officeTodo,
  listWaitingMentors,
  decideMentor,
  listWaitingCourses,
  reviewCourse,
  decideCourseRequest,
  listWaitingWithdrawals,
  readPayoutAccount,
  decideWithdrawal,
  listWaitingRefunds,
  decideRefundRequest,
  listMembers,
  banMember,
  listAllFeedback,
  replyFeedback,
  listReports,
  handleReport,
  hideContent,
  listAudit,
  listWaitingLives,
  reviewLive,
  decideLiveRequest,
];
