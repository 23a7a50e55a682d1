import {
  formatDate,
  SITE_TIME_ZONE,
  type LiveDocument,
  type LivePackage,
  type LiveTodo,
  type TimelineEntry,
} from '@lectern/marketplace-contract';
import { isBlank, sanitise } from '../mentor/sanitise.js';

/** Document with sanitised HTML, as it is stored. */
export const cleanDocument = (document: LiveDocument): LiveDocument => ({
  ...document,
  intro: { zh: sanitise(document.intro.zh), en: sanitise(document.intro.en) },
});

const timeOf = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text));
/** Calendar date in the site's time zone. */
export const siteDate = (at: number): string => formatDate(at, SITE_TIME_ZONE);

const hasName = ({ zh, en }: { readonly zh: string; readonly en: string }): boolean => zh !== '' || en !== '';

/** Sessions that a package includes; references to sessions that were removed are left out. */
export const sessionsOf = ({ timeline }: LiveDocument, { sessions }: LivePackage): readonly TimelineEntry[] =>
  timeline.filter(({ ref }) => sessions.includes(ref));

type Rule = readonly [todo: LiveTodo, isMet: boolean];

function basicRules(document: LiveDocument): readonly Rule[] {
  const { title, intro, cover, mode, room_id, venue, broadcast_start, broadcast_end } = document;
  return [
    ['title', hasName(title)],
    ['intro', !isBlank(intro.zh) || !isBlank(intro.en)],
    ['cover', cover !== ''],
    ['room', mode === 'offline' || room_id !== null],
    ['venue', mode === 'online' || venue !== ''],
    ['broadcast', timeOf(broadcast_end) > timeOf(broadcast_start)],
  ];
}

function timelineRules({ timeline, broadcast_end }: LiveDocument, now: number): readonly Rule[] {
  const isTimed = ({ start_at, end_at }: TimelineEntry): boolean =>
    timeOf(end_at) > timeOf(start_at) && timeOf(start_at) > now;
  return [
    ['timeline', timeline.length > 0],
    ['session-titles', timeline.every(({ title }) => hasName(title))],
    ['session-times', timeline.every(isTimed)],
    // A missing time has a rule of its own.
    ['start-before-broadcast-end', !timeline.some(({ start_at }) => timeOf(start_at) < timeOf(broadcast_end))],
  ];
}

function packageRules(document: LiveDocument): readonly Rule[] {
  const { packages } = document;
  const isSoldInTime = (one: LivePackage): boolean => {
    const ends = sessionsOf(document, one).map(({ end_at }) => timeOf(end_at));
    const saleEnd = timeOf(one.sale_end);
    return saleEnd > timeOf(one.sale_start) && !ends.every((end) => saleEnd > end);
  };
  const isUsedBeforeSale = ({ sale_start, use_from }: LivePackage): boolean =>
    sale_start !== null && use_from !== null && use_from < siteDate(Date.parse(sale_start));
  const isUsableAt = (one: LivePackage): boolean => {
    const { use_from: from, use_until: until } = one;
    if (from === null || until === null || until < from) return false;
    return sessionsOf(document, one).every(({ start_at }) => {
      if (start_at === null) return true;
      const date = siteDate(Date.parse(start_at));
      return from <= date && date <= until;
    });
  };
  const isEarlyBird = (one: LivePackage): boolean => {
    const { early_price_cents: price, early_until: until } = one;
    if (price === null || until === null) return price === null && until === null;
    const end = Date.parse(until);
    return price < one.price_cents && end > timeOf(one.sale_start) && end <= timeOf(one.sale_end);
  };
  return [
    ['packages', packages.length > 0],
    ['package-names', packages.every(({ name }) => hasName(name))],
    ['package-sessions', packages.every((one) => sessionsOf(document, one).length > 0)],
    ['sale-window', packages.every(isSoldInTime)],
    ['use-before-sale', !packages.some(isUsedBeforeSale)],
    ['use-dates', packages.every(isUsableAt)],
    ['early-bird', packages.every(isEarlyBird)],
  ];
}

/** Rules that a document does not meet yet. */
export const todoOf = (document: LiveDocument, now: number): LiveTodo[] =>
  [...basicRules(document), ...timelineRules(document, now), ...packageRules(document)].flatMap(([todo, isMet]) =>
    isMet ? [] : [todo],
  );
