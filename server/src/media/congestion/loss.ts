import type { PacketResult } from './feedback.js';

/** Losses are judged over this time, and at least so many packets. */
const WINDOW_MS = 400;
const MIN_PACKETS = 20;
/** Loss that a network has without being full: Wi-Fi repairs most of it, and retransmission the rest. */
const HIGH_LOSS = 0.1;
const LOW_LOSS = 0.02;
/** A reduction that leaves more than this part of the loss shows that the loss does not depend on the rate. */
const REMAINING = 0.5;
const GROWTH = 1.08;
const GROWTH_MS = 1_000;
/** Time until an earlier conclusion about loss that does not depend on the rate is examined anew. */
const FORGET_MS = 10_000;

/** Bound of the rate by the packets that are lost, for networks that drop and do not queue. */
export interface LossBound {
  /** bit/s; Infinity while nothing is known. */
  readonly limit: number;
  readonly sent: number;
  readonly lost: number;
  readonly since: number | undefined;
  /** Loss of the last window, 0 to 1. */
  readonly fraction: number;
  /** Loss before the last reduction; undefined where its effect is known. */
  readonly before: number | undefined;
  /** Loss that did not change with the rate. */
  readonly inherent: number;
  readonly inherentAt: number;
}

export const NO_LOSS: LossBound = {
  limit: Infinity,
  sent: 0,
  lost: 0,
  since: undefined,
  fraction: 0,
  before: undefined,
  inherent: 0,
  inherentAt: -Infinity,
};

/** @param received rate that has arrived recently, bit/s; `now` in ms */
export function addLosses(
  bound: LossBound,
  results: readonly PacketResult[],
  received: number,
  now: number,
): LossBound {
  const sent = bound.sent + results.length;
  const lost = bound.lost + results.filter(({ arrivedAt }) => arrivedAt === undefined).length;
  const since = bound.since ?? now;
  if (now - since < WINDOW_MS || sent < MIN_PACKETS) return { ...bound, sent, lost, since };
  const fraction = lost / sent;
  const judged = { ...bound, sent: 0, lost: 0, since: now, fraction };
  return judge(judged, now - since, received, now);
}

function judge(bound: LossBound, elapsed: number, received: number, now: number): LossBound {
  const { fraction, before } = bound;
  const isIndependent = before !== undefined && fraction > REMAINING * before;
  const isStale = now - bound.inherentAt > FORGET_MS;
  const inherent = isIndependent ? fraction : isStale ? Math.min(bound.inherent, fraction) : bound.inherent;
  const known: LossBound = isIndependent
    ? { ...bound, inherent, before: undefined, inherentAt: now, limit: Infinity }
    : { ...bound, inherent, before: undefined };
  const excess = fraction - inherent;
  if (excess > HIGH_LOSS) {
    return { ...known, limit: Math.min(known.limit, received), before: fraction };
  }
  // Random loss varies from window to window, around what is inherent.
  if (excess < LOW_LOSS + inherent / 2) {
    return { ...known, limit: Math.max(known.limit, received) * GROWTH ** (elapsed / GROWTH_MS) };
  }
  return known;
}
