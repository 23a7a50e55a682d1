export { clockText } from '../../../lib/clock-text.js';
import type { Text } from '../../../i18n/use-text.js';

const MINUTE = 60;

/** Formats the duration of lessons in seconds, e.g. `3 h 20 min`; at least one minute. */
export function lengthText(seconds: number, t: Text): string {
  const minutes = Math.max(1, Math.round(seconds / MINUTE));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t('catalogue.minutes', { minutes });
  return minutes % 60 === 0
    ? t('catalogue.hours', { hours })
    : t('catalogue.hoursMinutes', { hours, minutes: minutes % 60 });
}

/** The discount in percent; 0 if there is none. */
export const discountOf = (cents: number, originalCents: number): number =>
  originalCents > cents && originalCents > 0 ? Math.round((1 - cents / originalCents) * 100) : 0;
