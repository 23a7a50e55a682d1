import { isBlankHtml } from './blank-html.js';
import type { LiveDocument, LivePackage, LiveTodo, TimelineEntry } from './live-manage.js';
import { SITE_TIME_ZONE } from './lives.js';
import { formatDate } from './time.js';

// Rules between the fields of a class or activity, which its mentor's form and the server check alike.

/** A rule that is not met, and the field that shows it, such as `packages.0.use_from`. */
export interface LiveFault {
  readonly todo: LiveTodo;
  readonly field: string;
}

const timeOf = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text));
/** Calendar date in the site's time zone. */
export const siteDate = (at: number): string => formatDate(at, SITE_TIME_ZONE);

const hasName = ({ zh, en }: { readonly zh: string; readonly en: string }): boolean =>
  zh.trim() !== '' || en.trim() !== '';

/** Sessions that a package includes; references to sessions that were removed are left out. */
export const sessionsOfPackage = (
  { timeline }: Pick<LiveDocument, 'timeline'>,
  { sessions }: Pick<LivePackage, 'sessions'>,
): readonly TimelineEntry[] => timeline.filter(({ ref }) => sessions.includes(ref));

type Rule = readonly [todo: LiveTodo, field: string, isMet: boolean];

function basicRules(document: LiveDocument): readonly Rule[] {
  const { title, intro, cover, mode, room_id, venue, broadcast_start, broadcast_end } = document;
  const isBroadcast = timeOf(broadcast_end) > timeOf(broadcast_start);
  return [
    ['title', 'title', hasName(title)],
    ['cover', 'cover', cover !== ''],
    ['intro', 'intro', !isBlankHtml(intro.zh) || !isBlankHtml(intro.en)],
    ['room', 'room_id', mode === 'offline' || room_id !== null],
    ['venue', 'venue', mode === 'online' || venue.trim() !== ''],
    ['broadcast', broadcast_start === null ? 'broadcast_start' : 'broadcast_end', isBroadcast],
  ];
}

function timelineRules({ timeline, broadcast_end }: LiveDocument, now: number): readonly Rule[] {
  const rulesOf = ({ title, start_at, end_at }: TimelineEntry, index: number): readonly Rule[] => {
    const at = `timeline.${index}`;
    return [
      ['session-titles', `${at}.title`, hasName(title)],
      ['session-times', `${at}.start_at`, timeOf(start_at) > now],
      // A missing start has been named.
      ['session-times', `${at}.end_at`, start_at === null || timeOf(end_at) > timeOf(start_at)],
      // A missing time has a rule of its own.
      ['start-before-broadcast-end', `${at}.start_at`, !(timeOf(start_at) < timeOf(broadcast_end))],
    ];
  };
  return [['timeline', 'timeline', timeline.length > 0], ...timeline.flatMap(rulesOf)];
}

/** The sale ends in the future, after its start, and before the last session of the package ends. */
function saleRules(document: LiveDocument, one: LivePackage, at: string, now: number): readonly Rule[] {
  const ends = sessionsOfPackage(document, one).map(({ end_at }) => timeOf(end_at));
  const saleEnd = timeOf(one.sale_end);
  const isInTime = saleEnd > timeOf(one.sale_start) && saleEnd > now && !ends.every((end) => saleEnd > end);
  const isUsedBeforeSale =
    one.sale_start !== null && one.use_from !== null && one.use_from < siteDate(Date.parse(one.sale_start));
  return [
    ['sale-window', one.sale_start === null ? `${at}.sale_start` : `${at}.sale_end`, isInTime],
    ['use-before-sale', `${at}.use_from`, !isUsedBeforeSale],
  ];
}

function usageRules(document: LiveDocument, one: LivePackage, at: string): readonly Rule[] {
  const { use_from: from, use_until: until } = one;
  const days = sessionsOfPackage(document, one).flatMap(({ start_at }) =>
    start_at === null ? [] : [siteDate(Date.parse(start_at))],
  );
  const isFromMet = from !== null && days.every((day) => from <= day);
  const isUntilMet = until !== null && (from === null || from <= until) && days.every((day) => day <= until);
  return [
    ['use-dates', `${at}.use_from`, isFromMet],
    ['use-dates', `${at}.use_until`, isUntilMet],
  ];
}

/** The early-bird price is lower, and ends within the sale. */
function earlyRules(one: LivePackage, at: string): readonly Rule[] {
  const { early_price_cents: price, early_until: until } = one;
  if (price === null) return [['early-bird', `${at}.early_price_cents`, until === null]];
  const end = timeOf(until);
  return [
    ['early-bird', `${at}.early_price_cents`, price < one.price_cents],
    ['early-bird', `${at}.early_until`, end > timeOf(one.sale_start) && end <= timeOf(one.sale_end)],
  ];
}

function packageRules(document: LiveDocument, now: number): readonly Rule[] {
  const { packages } = document;
  const rulesOf = (one: LivePackage, index: number): readonly Rule[] => {
    const at = `packages.${index}`;
    return [
      ['package-names', `${at}.name`, hasName(one.name)],
      ['package-sessions', `${at}.sessions`, sessionsOfPackage(document, one).length > 0],
      ...saleRules(document, one, at, now),
      ...usageRules(document, one, at),
      ...earlyRules(one, at),
    ];
  };
  return [['packages', 'packages', packages.length > 0], ...packages.flatMap(rulesOf)];
}

/** Rules that a document does not meet yet, in the order of the form; `now` is in milliseconds since the epoch. */
export const liveFaults = (document: LiveDocument, now: number): readonly LiveFault[] =>
  [...basicRules(document), ...timelineRules(document, now), ...packageRules(document, now)].flatMap(
    ([todo, field, isMet]) => (isMet ? [] : [{ todo, field }]),
  );

/** Names of {@link liveFaults}, each once. */
export const liveTodos = (document: LiveDocument, now: number): LiveTodo[] => [
  ...new Set(liveFaults(document, now).map(({ todo }) => todo)),
];
