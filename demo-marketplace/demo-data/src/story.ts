import type { Decision } from '@lectern/marketplace-api/seeding';

/** Something that happened at some time. */
export interface Happening {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: (at: number) => Promise<void>;
}

/** Has things happen in the order of their time, so that the books and lists read as they would have been written. */
export async function tell(happenings: readonly Happening[]): Promise<void> {
  for (const { at, run } of happenings.toSorted((one, other) => one.at - other.at)) await run(at);
}

/** What the back office decided, for its log. */
export interface Decided {
  readonly at: number;
  readonly action: Decision | 'payment-case-closed';
  /** `course:7` */
  readonly target: string;
  /** Whom it concerns; nobody for what nobody claims. */
  readonly memberId?: number;
  readonly reason?: string;
  /** What a report is about: `question:7` */
  readonly about?: string;
}
