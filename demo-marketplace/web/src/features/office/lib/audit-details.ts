import type { MessageId } from '../../../i18n/messages.js';
import type { Text } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';

/** Kinds of targets in the audit log. */
export const AUDIT_KINDS = [
  'member',
  'course',
  'application',
  'order',
  'refund',
  'withdrawal',
  'payment-case',
  'payout-account',
  'report',
  'feedback',
  'review',
  'question',
  'reply',
  'certificate',
  'session',
] as const;

/** The readable name of a target such as `member:7`. */
export function targetText(t: Text, target: string): string {
  const [before = '', number = ''] = target.split(':');
  const kind = AUDIT_KINDS.find((one) => one === before);
  return kind === undefined ? target : `${t(`office.log.kind.${kind}`)} ${number}`;
}

/** Whom and what an entry is about, each once: `['refund:1', 'member:7']`. */
export const targetsOf = (target: string, { member, about }: Readonly<Record<string, unknown>>): readonly string[] => [
  ...new Set([target, member, about].filter((one) => typeof one === 'string')),
];

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

const WORDS: Readonly<Record<string, Readonly<Record<string, MessageId>>>> = {
  channel: { email: 'office.log.channel.email', mobile: 'office.log.channel.mobile' },
  scope: { user: 'office.withdrawals.scope.user', mentor: 'office.withdrawals.scope.mentor' },
  kind: {
    'wrong-amount': 'office.payments.wrong-amount',
    'unknown-payment': 'office.payments.unknown-payment',
    'job-failed': 'office.payments.job-failed',
  },
  outcome: {
    credited: 'office.payments.was.credited',
    returned: 'office.payments.was.returned',
    dismissed: 'office.payments.was.dismissed',
  },
};

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The details of an entry as people read them, without its reason and those it is about; one line each. */
export function auditDetails(t: Text, details: Readonly<Record<string, unknown>>): readonly string[] {
  const { member: _member, about: _about, reason: _reason, ...rest } = details;
  return Object.entries(rest).flatMap(([name, value]) => {
    if (value === null) return [];
    const word = typeof value === 'string' ? own(own(WORDS, name) ?? {}, value) : undefined;
    if (word !== undefined) return [t(word)];
    if (typeof value === 'number' && /^amount_?cents$/i.test(name)) return [formatMoney(value)];
    if (name === 'order_no') return [`${t('office.refunds.order')} ${written(value)}`];
    return [`${name}: ${written(value)}`];
  });
}
