import { formatDate, relativeTime } from '@lectern/marketplace-contract';
import type { Text } from '../../../i18n/use-text.js';

const UNITS = { minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** Formats a time relative to now (specification §9), in the reader's language. */
export function agoText(at: string, now: number, locale: string, t: Text): string {
  const when = relativeTime(Date.parse(at), now);
  if (when.unit === 'now') return t('messages.now');
  if (when.unit === 'date') return formatDate(when.at);
  return new Intl.RelativeTimeFormat(locale).format(-when.count, UNITS[when.unit]);
}
