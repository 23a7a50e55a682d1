import type { PacketResult } from './feedback.js';

/**
 * Detects a queue that grows in the network from how the delay between sender and receiver changes: the trendline
 * filter of Google Congestion Control (draft-ietf-rmcat-gcc-02 5.3 to 5.5, with libwebrtc's regression in place of the
 * Kalman filter).
 */

/** Packets sent within this time are one group: routers forward them together. */
const GROUP_MS = 5;
const WINDOW = 20;
const SMOOTHING = 0.9;
const GAIN = 4;
/** Groups from which on the trend has its full weight. */
const FULL_WEIGHT = 60;
const INITIAL_THRESHOLD = 12.5;
const MIN_THRESHOLD = 6;
const MAX_THRESHOLD = 600;
/** Per ms: the threshold follows a rising trend slowly, so that competing TCP does not starve it. */
const THRESHOLD_UP = 0.0087;
const THRESHOLD_DOWN = 0.039;
/** A trend further above the threshold is a jump, which the threshold does not follow. */
const MAX_ADAPT = 15;
const MAX_STEP_MS = 100;
/** The trend must exceed the threshold for this long. */
const OVERUSE_MS = 10;
/** After a silence as long as this nothing can be said of the queue before. */
const RESET_MS = 900;

export type Usage = 'normal' | 'overuse' | 'underuse';

interface Group {
  readonly firstSentAt: number;
  readonly sentAt: number;
  readonly arrivedAt: number;
}

interface Point {
  readonly at: number;
  readonly delay: number;
}

export interface Trend {
  readonly usage: Usage;
  readonly current: Group | undefined;
  readonly previous: Group | undefined;
  readonly points: readonly Point[];
  readonly groups: number;
  readonly delay: number;
  readonly smoothed: number;
  readonly threshold: number;
  readonly slope: number;
  /** Time for which the trend has been above the threshold, in ms. */
  readonly over: number;
}

export const INITIAL_TREND: Trend = {
  usage: 'normal',
  current: undefined,
  previous: undefined,
  points: [],
  groups: 0,
  delay: 0,
  smoothed: 0,
  threshold: INITIAL_THRESHOLD,
  slope: 0,
  over: 0,
};

/** Adds a packet that has arrived, in the order of sending. */
export function addArrival(trend: Trend, { sentAt, arrivedAt }: PacketResult): Trend {
  if (arrivedAt === undefined) return trend;
  const { current } = trend;
  if (current === undefined) return { ...trend, current: { firstSentAt: sentAt, sentAt, arrivedAt } };
  // Overtaken on the way: its group is complete already.
  if (sentAt < current.firstSentAt) return trend;
  if (sentAt - current.sentAt > RESET_MS || Math.abs(arrivedAt - current.arrivedAt) > RESET_MS) {
    return { ...INITIAL_TREND, threshold: trend.threshold, current: { firstSentAt: sentAt, sentAt, arrivedAt } };
  }
  if (sentAt - current.firstSentAt <= GROUP_MS) {
    const merged = { ...current, sentAt, arrivedAt: Math.max(current.arrivedAt, arrivedAt) };
    return { ...trend, current: merged };
  }
  const next = { firstSentAt: sentAt, sentAt, arrivedAt };
  return {
    ...(trend.previous === undefined ? trend : compare(trend, trend.previous, current)),
    previous: current,
    current: next,
  };
}

/** Compares two successive groups of packets. */
function compare(trend: Trend, previous: Group, group: Group): Trend {
  const sent = group.sentAt - previous.sentAt;
  const arrived = group.arrivedAt - previous.arrivedAt;
  const delay = trend.delay + arrived - sent;
  const smoothed = SMOOTHING * trend.smoothed + (1 - SMOOTHING) * delay;
  const points = [...trend.points, { at: group.arrivedAt, delay: smoothed }].slice(-WINDOW);
  const groups = trend.groups + 1;
  const slope = points.length < WINDOW ? 0 : slopeOf(points);
  const weighted = Math.min(groups, FULL_WEIGHT) * slope * GAIN;
  const isOver = weighted > trend.threshold;
  const over = isOver ? trend.over + Math.max(0, sent) : 0;
  let usage: Usage = 'normal';
  if (isOver && over > OVERUSE_MS && slope >= trend.slope) usage = 'overuse';
  else if (isOver) usage = trend.usage === 'overuse' ? 'overuse' : 'normal';
  else if (weighted < -trend.threshold) usage = 'underuse';
  const threshold = adapt(trend.threshold, weighted, arrived);
  return { ...trend, usage, points, groups, delay, smoothed, slope, over, threshold };
}

function adapt(threshold: number, weighted: number, elapsed: number): number {
  const distance = Math.abs(weighted) - threshold;
  if (distance > MAX_ADAPT) return threshold;
  const rate = distance < 0 ? THRESHOLD_DOWN : THRESHOLD_UP;
  const next = threshold + rate * distance * Math.max(0, Math.min(elapsed, MAX_STEP_MS));
  return Math.max(MIN_THRESHOLD, Math.min(MAX_THRESHOLD, next));
}

/** Slope of the line of least squares, ms of delay in each ms. */
function slopeOf(points: readonly Point[]): number {
  const meanAt = points.reduce((sum, { at }) => sum + at, 0) / points.length;
  const meanDelay = points.reduce((sum, { delay }) => sum + delay, 0) / points.length;
  let [numerator, denominator] = [0, 0];
  for (const { at, delay } of points) {
    numerator += (at - meanAt) * (delay - meanDelay);
    denominator += (at - meanAt) ** 2;
  }
  return denominator === 0 ? 0 : numerator / denominator;
}
