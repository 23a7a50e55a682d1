import { expect, test } from 'vitest';
import { calendarOf, type CalendarTicket } from './calendar.js';

const ticket = (more: Partial<CalendarTicket> = {}): CalendarTicket => ({
  ...{ title: '觀星', venue: '', url: 'https://lectern.example/live-info?id=7' },
  sessions: [
    {
      ...{ id: 21, title: '冬季, 夜空; 與\\星', state: 'scheduled' },
      ...{ startAt: Date.parse('2027-01-25T11:30:00Z'), endAt: Date.parse('2027-01-25T13:00:00Z') },
    },
  ],
  now: Date.parse('2027-01-15T08:00:00Z'),
  ...more,
});
/** Lines as a calendar reads them: a line that begins with a blank continues the one before. */
const read = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

test('a session is an event in UTC, with its page as the place, and special characters escaped', () => {
  const lines = read(calendarOf(ticket()));
  expect(lines.slice(0, 4)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Tickets//EN',
    'BEGIN:VEVENT',
  ]);
  expect(lines).toContain('DTSTAMP:20270115T080000Z');
  expect(lines).toContain('DTSTART:20270125T113000Z');
  expect(lines).toContain('DTEND:20270125T130000Z');
  expect(lines).toContain(String.raw`SUMMARY:觀星 – 冬季\, 夜空\; 與\\星`);
  expect(lines).toContain('LOCATION:https://lectern.example/live-info?id=7');
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('a moved session keeps its UID, and a cancelled one is cancelled in the calendar', () => {
  const uid = (more: Partial<CalendarTicket> = {}) =>
    read(calendarOf(ticket(more))).find((line) => line.startsWith('UID:'));
  const [session] = ticket().sessions;
  const moved = [{ ...session!, startAt: session!.startAt + 3_600_000, state: 'cancelled' as const }];
  expect(uid({ sessions: moved })).toBe(uid());
  expect(read(calendarOf(ticket({ sessions: moved })))).toContain('STATUS:CANCELLED');
});

test('no line is longer than 75 octets, and none breaks within a character', () => {
  const title = '🌌 一起在屋頂上看星星，認識冬天的星座與它們的故事，請帶保暖的外套與熱飲'.repeat(3);
  const text = calendarOf(ticket({ title, venue: '台北市\n信義區' }));
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(read(text)).toContain(String.raw`LOCATION:台北市\n信義區`);
  expect(text.replaceAll('\r\n ', '')).toContain(title);
});
