import type { MessageId } from '../../../i18n/messages.js';

/** The text of each action in the audit log. */
const WORDS: Readonly<Record<string, MessageId>> = {
  'application-approved': 'office.audit.application-approved',
  'application-refused': 'office.audit.application-refused',
  'course-approved': 'office.audit.course-approved',
  'course-refused': 'office.audit.course-refused',
  'live-approved': 'office.audit.live-approved',
  'live-refused': 'office.audit.live-refused',
  'withdrawal-paid': 'office.audit.withdrawal-paid',
  'withdrawal-failed': 'office.audit.withdrawal-failed',
  'payout-account-read': 'office.audit.payout-account-read',
  'refund-approved': 'office.audit.refund-approved',
  'refund-refused': 'office.audit.refund-refused',
  'payment-case-closed': 'office.audit.payment-case-closed',
  'pay-password-set': 'office.audit.pay-password-set',
  'report-upheld': 'office.audit.report-upheld',
  'report-dismissed': 'office.audit.report-dismissed',
  'content-hidden': 'office.audit.content-hidden',
  'content-restored': 'office.audit.content-restored',
  'feedback-answered': 'office.audit.feedback-answered',
  'member-banned': 'office.audit.member-banned',
  'member-unbanned': 'office.audit.member-unbanned',
  'staff-added': 'office.audit.staff-added',
  'staff-removed': 'office.audit.staff-removed',
  'password-changed': 'office.audit.password-changed',
  'account-bound': 'office.audit.account-bound',
  'account-closed': 'office.audit.account-closed',
  'session-ended': 'office.audit.session-ended',
  registered: 'office.audit.registered',
  'logged-in': 'office.audit.logged-in',
  'password-reset': 'office.audit.password-reset',
  'withdrawal-asked': 'office.audit.withdrawal-asked',
  'payout-account-added': 'office.audit.payout-account-added',
  'payout-account-removed': 'office.audit.payout-account-removed',
  'certificate-revoked': 'office.audit.certificate-revoked',
};

/** The text of an action; undefined if it has none, so that the action's id is shown. */
export const auditWord = (action: string): MessageId | undefined =>
  Object.hasOwn(WORDS, action) ? WORDS[action] : undefined;
