import type { Locale } from '../i18n/messages.js';

/** The language of dates for a locale. */
export const dateLanguage = (locale: Locale): string => (locale === 'en' ? 'en' : 'zh-TW');

/** Formats of the day and of the time of a moment. */
export const SHORT = { month: 'short', day: 'numeric', weekday: 'short' } as const;
export const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Day and time of a moment in a time zone, the viewer's by default: `Mon, Jan 25, 16:00`. */
export const momentText = (locale: Locale, at: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(dateLanguage(locale), { ...SHORT, ...CLOCK, timeZone }).format(Date.parse(at));
