import {
  RefundPolicy,
  siteDate,
  type LiveDocument,
  type LivePackage,
  type TimelineEntry,
} from '@lectern/marketplace-contract';

/** A package with a name that stays while others are removed. */
export type DraftPackage = LivePackage & { readonly uid: string };

/** Content of a class or activity while it is edited. */
export type DraftDocument = Omit<LiveDocument, 'packages'> & { readonly packages: readonly DraftPackage[] };

const NONE = { zh: '', en: '' };
const TICKETS = 30;
const TICKETS_PER_MEMBER = 2;
const MINUTE_MS = 60_000;

let lastUid = 0;
const newUid = (): string => `package-${(lastUid += 1)}`;

export const keyedDocument = (document: LiveDocument): DraftDocument => ({
  ...document,
  packages: document.packages.map((one) => ({ ...one, uid: newUid() })),
});

export const plainDocument = ({ packages, ...document }: DraftDocument): LiveDocument => ({
  ...document,
  packages: packages.map(({ uid: _uid, ...one }) => one),
});

/** A class without content. */
export const EMPTY_DOCUMENT: LiveDocument = {
  ...{ kind: 'class', mode: 'online', title: NONE, intro: NONE, cover: '', room_id: null, venue: '', map_link: '' },
  ...{ refund_policy: RefundPolicy.Flexible, broadcast_start: null, broadcast_end: null, timeline: [], packages: [] },
};

/** A session without times, with a reference that no other session has. */
export function newSession({ timeline }: DraftDocument): TimelineEntry {
  const numbers = timeline.map(({ ref }) => Number(/^s(\d{1,6})$/.exec(ref)?.[1] ?? 0));
  return { ref: `s${Math.max(0, ...numbers) + 1}`, title: NONE, start_at: null, end_at: null };
}

/** A package for all sessions, on sale from now until the last of them begins. */
export function newPackage({ timeline }: DraftDocument, now: number): DraftPackage {
  const starts = timeline.flatMap(({ start_at }) => start_at ?? []).toSorted();
  const [first = null, last = null] = [starts[0], starts.at(-1)];
  return {
    ...{ uid: newUid(), name: NONE, price_cents: 0, original_price_cents: 0, early_price_cents: null },
    ...{ early_until: null, quantity: TICKETS, limit_per_member: TICKETS_PER_MEMBER },
    sale_start: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString(),
    sale_end: last,
    use_from: first === null ? null : siteDate(Date.parse(first)),
    use_until: last === null ? null : siteDate(Date.parse(last)),
    sessions: timeline.map(({ ref }) => ref),
  };
}

/** The document without one of its sessions, which packages include no more. */
export const withoutSession = (document: DraftDocument, ref: string): Partial<DraftDocument> => ({
  timeline: document.timeline.filter((session) => session.ref !== ref),
  packages: document.packages.map((one) => ({ ...one, sessions: one.sessions.filter((session) => session !== ref) })),
});
