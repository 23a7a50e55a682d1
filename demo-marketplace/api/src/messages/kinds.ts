import type { NOTIFY_TYPES } from '@lectern/marketplace-contract';

type NoticeType = (typeof NOTIFY_TYPES)[number];
type Words = readonly [title: string, text: string];

/**
 * A kind of notification with its texts. `{what}` is a title, in the reader's language where both exist; `{amount}` is
 * money; `{name}` a member; `{reason}` a quoted reason; `{date}` a date; `{id}` part of an address;
 * `{path}` an address on this site.
 */
export interface NoticeKind {
  /** Type of the notification, which members can switch off as a whole. */
  readonly type: NoticeType;
  /** Path of the related page; empty for none. */
  readonly link: string;
  readonly zh: Words;
  readonly en: Words;
  /** Mailed even to members who have switched mail off. */
  readonly always?: true;
}

/** Kinds of notifications by their names. */
export type NoticeKinds = Readonly<Record<string, NoticeKind>>;

/** A title in both languages; `en` may be empty. */
export interface Named {
  readonly zh: string;
  readonly en: string;
}

/** Parameters of the texts and addresses. */
export interface Particulars {
  readonly what: string | Named;
  /** Amount in cents. */
  readonly amount: number;
  readonly name: string;
  readonly reason: string;
  /** Date, YYYY-MM-DD. */
  readonly date: string;
  readonly id: string | number;
  /** Path on this site, which a link takes as it is. */
  readonly path: string;
}

type Holes<T> = T extends `${string}{${infer Hole}}${infer Rest}` ? (Hole & keyof Particulars) | Holes<Rest> : never;

/** Parameters that a kind requires. */
export type ParamsOf<Kind extends NoticeKind> = Pick<Particulars, Holes<Kind['link'] | Kind['zh'][number]>>;
