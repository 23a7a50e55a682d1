import type { PacketResult } from './feedback.js';

/** A probe with fewer packets that arrived says nothing. */
const MIN_PACKETS = 5;
const MIN_ARRIVED = 0.8;
/** A probe that arrives this much slower than it was sent has found the capacity, of which a little is left free. */
const SATURATED = 0.9;
const USABLE = 0.95;
/** Probes are remembered for this many successors. */
const MAX_PROBES = 4;
/** Time over which a probe is sent, in ms. */
export const PROBE_MS = 30;

interface Probed {
  readonly sent: number;
  readonly arrived: number;
  readonly firstBytes: number;
  readonly lastBytes: number;
  readonly bytes: number;
  readonly firstSentAt: number;
  readonly lastSentAt: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export type ProbeResults = ReadonlyMap<number, Probed>;

const EMPTY: Probed = {
  sent: 0,
  arrived: 0,
  firstBytes: 0,
  lastBytes: 0,
  bytes: 0,
  firstSentAt: Infinity,
  lastSentAt: -Infinity,
  firstAt: Infinity,
  lastAt: -Infinity,
};

/** The capacity in bit/s that the probes of a report show, where one of them shows any. */
export function probeResult(
  before: ProbeResults,
  results: readonly PacketResult[],
): { readonly probes: ProbeResults; readonly capacity: number | undefined } {
  const probed = results.filter(({ probe }) => probe !== undefined);
  if (probed.length === 0) return { probes: before, capacity: undefined };
  const probes = new Map(before);
  let capacity: number | undefined;
  for (const result of probed) {
    const id = result.probe ?? 0;
    const entry = add(probes.get(id) ?? EMPTY, result);
    probes.set(id, entry);
    capacity = rateOf(entry) ?? capacity;
  }
  for (const id of [...probes.keys()].slice(0, -MAX_PROBES)) probes.delete(id);
  return { probes, capacity };
}

function add(probed: Probed, { arrivedAt, sentAt, bytes }: PacketResult): Probed {
  const sent = probed.sent + 1;
  if (arrivedAt === undefined) return { ...probed, sent };
  const isFirst = arrivedAt < probed.firstAt;
  const isLast = sentAt >= probed.lastSentAt;
  return {
    sent,
    arrived: probed.arrived + 1,
    bytes: probed.bytes + bytes,
    firstBytes: isFirst ? bytes : probed.firstBytes,
    lastBytes: isLast ? bytes : probed.lastBytes,
    firstSentAt: Math.min(probed.firstSentAt, sentAt),
    lastSentAt: Math.max(probed.lastSentAt, sentAt),
    firstAt: Math.min(probed.firstAt, arrivedAt),
    lastAt: Math.max(probed.lastAt, arrivedAt),
  };
}

function rateOf(probed: Probed): number | undefined {
  const sending = probed.lastSentAt - probed.firstSentAt;
  const arriving = probed.lastAt - probed.firstAt;
  if (probed.arrived < MIN_PACKETS || probed.arrived < MIN_ARRIVED * probed.sent) return undefined;
  if (sending < PROBE_MS / 2 || arriving <= 0) return undefined;
  // The last packet's own sending time and the first one's own arrival are outside the measured intervals.
  const sendRate = ((probed.bytes - probed.lastBytes) * 8_000) / sending;
  const arrivalRate = ((probed.bytes - probed.firstBytes) * 8_000) / arriving;
  return arrivalRate < SATURATED * sendRate ? USABLE * arrivalRate : Math.min(sendRate, arrivalRate);
}
