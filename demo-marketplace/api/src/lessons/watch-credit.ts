/** Range of whole seconds of a video: start inclusive, end exclusive. */
export type Stretch = readonly [from: number, to: number];

/** Seconds of video that one second of real time may play: the fastest speed that the player offers. */
const MAX_SPEED = 2;
/** Real time credited in advance, for one heartbeat and network latency. */
const ALLOWANCE_MS = 15_000;
/** Maximum real time credited in one call, for a learner who was offline. */
const MAX_GAP_MS = 3_600_000;
const SECOND_MS = 1_000;

export interface WatchCredit {
  /** Ranges that are credited. */
  readonly credited: readonly Stretch[];
  /**
   * Time up to which real time is now spent, in milliseconds since the epoch; may be ahead of `now` by the allowance.
   */
  readonly watchFrom: number;
}

export interface WatchClaim {
  /** Length of the video in seconds. */
  readonly seconds: number;
  /** Ranges that the player reports as played. */
  readonly claimed: readonly Stretch[];
  /** Ranges that were credited before. */
  readonly known: readonly Stretch[];
  /** Time up to which real time is spent; undefined before the first lesson. */
  readonly watchFrom: number | undefined;
  readonly now: number;
}

/**
 * Credits played seconds at no more than twice the elapsed real time, over all units and devices of an enrollment
 * together. Seconds that were credited before are free. Seconds that exceed the time can be claimed again later.
 */
export function creditWatched({ seconds, claimed, known, now, watchFrom = now }: WatchClaim): WatchCredit {
  const from = Math.min(Math.max(watchFrom, now - MAX_GAP_MS), now + ALLOWANCE_MS);
  let budget = Math.floor(((now + ALLOWANCE_MS - from) * MAX_SPEED) / SECOND_MS);
  const isKnown = new Uint8Array(seconds);
  for (const [start, end] of known) isKnown.fill(1, start, Math.min(end, seconds));
  const credited: [number, number][] = [];
  let spent = 0;
  for (const [start, end] of claimed) {
    for (let second = start; second < Math.min(end, seconds); second += 1) {
      if (isKnown[second] === 1) continue;
      if (budget === 0) break;
      isKnown[second] = 1;
      budget -= 1;
      spent += 1;
      const last = credited.at(-1);
      if (last !== undefined && last[1] === second) last[1] = second + 1;
      else credited.push([second, second + 1]);
    }
  }
  return { credited, watchFrom: from + Math.ceil((spent * SECOND_MS) / MAX_SPEED) };
}
