import type { useText } from '../../../i18n/use-text.js';

type Text = ReturnType<typeof useText>;

const MEGABYTE = 1024 * 1024;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** The progress in percent, rounded down, so that 100 means complete. */
export const percentOf = (sent: number, size: number): number => (size === 0 ? 0 : Math.floor((sent / size) * 100));

/** Formats the remaining time, with a precision that fits the estimate. */
export function timeLeft(t: Text, bytes: number, perSecond: number): string {
  const seconds = Math.ceil(bytes / perSecond);
  if (seconds < MINUTE_SECONDS) return t('mentor.upload.left.seconds', { seconds });
  if (seconds < HOUR_SECONDS) return t('mentor.upload.left.minutes', { minutes: Math.ceil(seconds / MINUTE_SECONDS) });
  return t('mentor.upload.left.hours', { hours: (seconds / HOUR_SECONDS).toFixed(1) });
}
