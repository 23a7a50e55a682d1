/** Whole seconds of a video, from and up to, the last one exclusive. */
export type Stretch = readonly [from: number, to: number];

/** Seconds of video that one second of real time may play: the fastest speed that the player offers. */
const MAX_SPEED = 2;
/** Real time that is credited in advance: a heartbeat, and a network that takes its time. */
const ALLOWANCE_MS = 15_000;
/** Real time that may be credited at once: a learner may be offline for that long. */
const MAX_GAP_MS = 3_600_000;
const SECOND_MS = 1_000;

export interface WatchCredit {
  /** Stretches that may be credited. */
  readonly credited: readonly Stretch[];
  /** Up to when real time is spent from now on, in milliseconds since the epoch; may be ahead by the allowance. */
  readonly watchFrom: number;
}

export interface WatchClaim {
  /** Length of the video in seconds. */
  readonly seconds: number;
  /** Stretches that the player says it has played. */
  readonly claimed: readonly Stretch[];
  /** Stretches that were credited before. */
  readonly known: readonly Stretch[];
  /** Up to when real time is spent; undefined before anything was opened. */
  readonly watchFrom: number | undefined;
  readonly now: number;
}

/**
 * Credits what was played no faster than twice the real time that has passed, of all units and devices of an enrollment
 * together. Seconds that were credited before cost nothing. What exceeds the time may be claimed again later.
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
