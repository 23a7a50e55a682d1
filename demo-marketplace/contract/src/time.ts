import { DAYS_LEFT_PAST } from './constants.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Specification §9: `yyyy-mm-dd hh:MM:ss`, in `timeZone` (the reader's own unless given). */
export function formatDateTime(at: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((entry) => entry.type === type)?.value ?? '';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${date} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Date of a timestamp in the form of {@link formatDateTime}: `yyyy-mm-dd`. */
export const formatDate = (at: number, timeZone?: string): string => formatDateTime(at, timeZone).slice(0, 10);

/** Age of a timestamp, for the client to put into the reader's language. */
export type RelativeTime =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number }
  /** 30 days or more: show the date instead. */
  | { readonly unit: 'date'; readonly at: number };

const JUST_NOW_MS = 5 * MINUTE_MS;
const DATE_AFTER_DAYS = 30;

/** Specification §9: "under 5 minutes 'just now', then minutes, hours, days (under 30 days), then the date". */
export function relativeTime(at: number, now: number): RelativeTime {
  const age = now - at;
  if (age < JUST_NOW_MS) return { unit: 'now' };
  if (age < HOUR_MS) return { unit: 'minutes', count: Math.floor(age / MINUTE_MS) };
  if (age < DAY_MS) return { unit: 'hours', count: Math.floor(age / HOUR_MS) };
  const days = Math.floor(age / DAY_MS);
  return days < DATE_AFTER_DAYS ? { unit: 'days', count: days } : { unit: 'date', at };
}

/** Specification §9: "days until a date rounded to an integer, or 110678 when the date is already past". */
export const daysLeft = (until: number, now: number): number =>
  until < now ? DAYS_LEFT_PAST : Math.round((until - now) / DAY_MS);
