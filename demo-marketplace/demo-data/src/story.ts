import type { Decision } from '@lectern/marketplace-api/seeding';

/** An event at a given time. */
export interface Happening {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: (at: number) => Promise<void>;
}

/** Runs events in the order of time, so that ledger and lists are numbered as in a real history. */
export async function tell(happenings: readonly Happening[]): Promise<void> {
  for (const { at, run } of happenings.toSorted((one, other) => one.at - other.at)) await run(at);
}

/** A decision of the back office, for the audit log. */
export interface Decided {
  readonly at: number;
  readonly action: Decision | 'payment-case-closed';
  /** Target, such as `course:7`. */
  readonly target: string;
  /** Member concerned; undefined for a payment without a known member. */
  readonly memberId?: number;
  readonly reason?: string;
  /** Target of a report, such as `question:7`. */
  readonly about?: string;
}
