import { SessionState } from '@lectern/marketplace-contract';
import type { LiveSessionRow } from '../db/schema/index.js';

/** Longest line of a calendar file in octets (RFC 5545 §3.1). */
const LINE_OCTETS = 75;

/** `20270125T013000Z` */
const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');

/** Text of a property (RFC 5545 §3.3.11). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r\n|\r|\n/gu, String.raw`\n`);

/** Breaks a line between characters, so that no part exceeds {@link LINE_OCTETS}. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}

/** Sessions of a ticket as a calendar shows them. */
export interface CalendarTicket {
  readonly title: string;
  /** Place of an activity on site; empty online. */
  readonly venue: string;
  /** Address of the page of the class or activity. */
  readonly url: string;
  readonly sessions: readonly (Pick<LiveSessionRow, 'id' | 'startAt' | 'endAt' | 'state'> & {
    readonly title: string;
  })[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Calendar file (RFC 5545) with an event for each session. An event keeps its UID when the session is moved, so that
 * importing the file again replaces it; it does not have the number of the ticket, which admits at the door, since
 * calendars are shared. Cancelled sessions stay in the file as cancelled events.
 */
export function calendarOf({ title, venue, url, sessions, now }: CalendarTicket): string {
  const host = new URL(url).hostname;
  const events = sessions.flatMap((session) => [
    'BEGIN:VEVENT',
    `UID:session-${session.id}@${host}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART:${stampOf(session.startAt)}`,
    `DTEND:${stampOf(session.endAt)}`,
    `SUMMARY:${escaped(session.title === title ? title : `${title} – ${session.title}`)}`,
    `STATUS:${session.state === SessionState.Cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `LOCATION:${escaped(venue === '' ? url : venue)}`,
    `URL:${url}`,
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Lectern//Tickets//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
