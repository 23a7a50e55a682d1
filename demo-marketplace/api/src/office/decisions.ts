import type { NoticeKind } from '../messages/index.js';

/** Decisions of the back office; the audit log and the notification use the same name. */
export const DECISIONS = [
  'application-approved',
  'application-refused',
  'course-approved',
  'course-refused',
  'withdrawal-paid',
  'withdrawal-failed',
  'refund-approved',
  'refund-refused',
  'member-banned',
  'member-unbanned',
  'feedback-answered',
  'report-upheld',
  'report-dismissed',
  'content-hidden',
  'content-restored',
] as const satisfies readonly NoticeKind[];

export type Decision = (typeof DECISIONS)[number];
