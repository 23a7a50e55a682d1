import { FailureReason } from '@lectern/marketplace-contract';
import { LecternError } from '@lectern/rtc';
import { ApiError } from '../../../api/client.js';

/** The reason why joining failed, by the possible remedies. */
export interface JoinProblem {
  readonly kind: 'password' | 'full' | 'ended' | 'network' | 'timeout' | 'busy' | 'unavailable' | 'refused' | 'failed';
  /** The message of the error, shown for unexpected ones. */
  readonly detail: string;
}

type Kind = JoinProblem['kind'];

/** By the server's code (specification §8). */
const BY_CODE: Readonly<Record<number, Kind>> = {
  [-301]: 'ended',
  [-302]: 'ended',
  [-408]: 'timeout',
  [-506]: 'ended',
  [-508]: 'password',
  [-522]: 'full',
  [-523]: 'full',
};

const BY_API_REASON: Readonly<Partial<Record<FailureReason, Kind>>> = {
  [FailureReason.TooMany]: 'busy',
  [FailureReason.TicketRequired]: 'refused',
  [FailureReason.TooEarly]: 'refused',
  [FailureReason.SessionOver]: 'refused',
  [FailureReason.RemovedFromClass]: 'refused',
  [FailureReason.RtcUnavailable]: 'unavailable',
  [FailureReason.Unavailable]: 'unavailable',
};

const BY_REASON: Readonly<Partial<Record<LecternError['reason'], Kind>>> = { timeout: 'timeout', network: 'network' };

function* chainOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** Maps the first cause with a known remedy. */
export function joinProblemOf(error: unknown): JoinProblem {
  const chain = [...chainOf(error)];
  const detail = chain[0]?.message ?? String(error);
  for (const one of chain) {
    if (one instanceof ApiError) return { kind: BY_API_REASON[one.reason] ?? 'failed', detail };
    if (one instanceof LecternError && one.code !== undefined) {
      const kind = BY_CODE[one.code];
      if (kind) return { kind, detail };
    }
    if (one instanceof TypeError) return { kind: 'network', detail };
  }
  const reason = chain.find((one) => one instanceof LecternError)?.reason;
  return { kind: (reason && BY_REASON[reason]) ?? 'failed', detail };
}
