import { formatDate, relativeTime } from '@lectern/marketplace-contract';
import type { Text } from '../../../i18n/use-text.js';

/** Formats a time relative to now (specification §9). */
export function whenText(at: string, now: number, t: Text): string {
  const when = relativeTime(Date.parse(at), now);
  if (when.unit === 'now') return t('when.now');
  if (when.unit === 'date') return formatDate(when.at);
  return t(`when.${when.unit}`, { count: when.count });
}
