import {
  liveFaults,
  liveTodos,
  type LiveDocument,
  type LivePackage,
  type LiveTodo,
} from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import { documentAt, packageAt } from '../testing/lives.js';

const NOW = Date.parse('2027-01-15T08:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const complete = (more: Partial<LiveDocument> = {}) => documentAt(NOW, { room_id: '1', ...more });
const [session] = complete().timeline;
const withSession = (more: Partial<typeof session>) => complete({ timeline: [{ ...session!, ...more }] });
const withPackage = (more: Partial<LivePackage>) => complete({ packages: [packageAt(NOW, more)] });
const nameless = { zh: '', en: '' };

test('a complete class has nothing left to do', () => {
  expect(liveTodos(complete(), NOW)).toEqual([]);
  expect(liveTodos(complete({ mode: 'offline', room_id: null, venue: '台北市信義路 1 號' }), NOW)).toEqual([]);
});

test.each<[LiveTodo, LiveDocument]>([
  ['title', complete({ title: nameless })],
  ['intro', complete({ intro: { zh: '<p>&nbsp;</p>', en: '' } })],
  ['cover', complete({ cover: '' })],
  ['room', complete({ room_id: null })],
  ['venue', complete({ mode: 'offline' })],
  ['broadcast', complete({ broadcast_start: null })],
  ['broadcast', complete({ broadcast_end: null })],
  ['broadcast', complete({ broadcast_end: iso(NOW) })],
  ['session-titles', withSession({ title: nameless })],
  ['session-times', withSession({ end_at: session!.start_at })],
  ['start-before-broadcast-end', complete({ broadcast_end: iso(NOW + 10 * DAY + 1) })],
  ['packages', complete({ packages: [] })],
  ['package-names', withPackage({ name: nameless })],
  ['sale-window', withPackage({ sale_start: null })],
  ['sale-window', withPackage({ sale_end: iso(NOW) })],
  // Sales may run into the class, and not beyond it.
  ['sale-window', withPackage({ sale_end: iso(NOW + 10 * DAY + HOUR + 1) })],
  ['use-dates', withPackage({ use_until: null })],
  ['use-dates', withPackage({ use_until: '2027-01-24' })],
  ['use-dates', withPackage({ use_from: '2027-01-26' })],
  ['early-bird', withPackage({ early_price_cents: 5_000 })],
  ['early-bird', withPackage({ early_price_cents: 10_000, early_until: iso(NOW + DAY) })],
  ['early-bird', withPackage({ early_price_cents: 5_000, early_until: iso(NOW + 11 * DAY) })],
])('%s is left to do', (todo, document) => {
  expect(liveTodos(document, NOW)).toEqual([todo]);
});

test('at least one timeline is required, which every package includes', () => {
  expect(liveTodos(complete({ timeline: [] }), NOW)).toEqual(['timeline', 'package-sessions', 'sale-window']);
  expect(liveTodos(withPackage({ sessions: ['b'] }), NOW)).toEqual(['package-sessions', 'sale-window']);
});

test('a session that has begun cannot be planned', () => {
  expect(liveTodos(complete(), NOW + 10 * DAY)).toEqual(['session-times', 'sale-window']);
});

test('the usable date may be the date of the sale, in the time zone of the site, and no day before', () => {
  // 17:00 in UTC on the 15th is 01:00 on the 16th in Taipei.
  const sale_start = '2027-01-15T17:00:00.000Z';
  expect(liveTodos(withPackage({ sale_start, use_from: '2027-01-16' }), NOW)).toEqual([]);
  expect(liveTodos(withPackage({ sale_start, use_from: '2027-01-15' }), NOW)).toEqual(['use-before-sale']);
});

test('the start may be the end of the broadcast', () => {
  expect(liveTodos(complete({ broadcast_end: session!.start_at }), NOW)).toEqual([]);
});

test('a rule that is not met names the field that shows it, in the order of the form', () => {
  const [ticket] = complete().packages;
  const document = complete({
    ...{ title: nameless, broadcast_start: null },
    timeline: [session!, { ...session!, ref: 'b', end_at: null }],
    packages: [ticket!, { ...ticket!, use_until: null, early_price_cents: 1, early_until: null }],
  });
  expect(liveFaults(document, NOW).map(({ field }) => field)).toEqual([
    ...['title', 'broadcast_start', 'timeline.1.end_at', 'packages.1.use_until', 'packages.1.early_until'],
  ]);
});
