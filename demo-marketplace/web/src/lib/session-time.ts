import { SITE_TIME_ZONE } from '@lectern/marketplace-contract';
import type { Locale } from '../i18n/messages.js';
import { CLOCK, dateLanguage, SHORT } from './moment-text.js';

/** Day and times of a session, with the year: `Mon, Jan 25, 2027, 16:00 – 17:00`. */
export const sessionTime = (
  locale: Locale,
  session: { readonly start_at: string; readonly end_at: string },
  timeZone?: string,
): string =>
  new Intl.DateTimeFormat(dateLanguage(locale), { ...SHORT, ...CLOCK, year: 'numeric', timeZone }).formatRange(
    Date.parse(session.start_at),
    Date.parse(session.end_at),
  );

/** The viewer's time zone, such as `Asia/Taipei`. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** True where the clocks of the viewer and of the site show the same at a moment. */
export function isSiteTime(at: string): boolean {
  const shown = (timeZone?: string): string =>
    new Intl.DateTimeFormat('en', { ...SHORT, ...CLOCK, timeZone }).format(Date.parse(at));
  return shown() === shown(SITE_TIME_ZONE);
}
