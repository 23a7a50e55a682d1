/** Counters of one kind of media of a connection. */
export interface KindCounters {
  readonly packets: number;
  readonly bytes: number;
  readonly packetsLost: number;
  /** Time at which the receiver reported that loss, as in the report; undefined for received media. */
  readonly reportedAt: number | undefined;
  readonly jitter: number | undefined;
  readonly level: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly frames: number;
  readonly framesPerSecond: number | undefined;
}

/** Counters of a connection, in one direction. */
export interface Counters {
  readonly audio: KindCounters | undefined;
  readonly video: KindCounters | undefined;
  /** Round trips of ICE: their total in ms, and their number; each candidate pair has its own counters. */
  readonly trips: { readonly pair: unknown; readonly totalMs: number; readonly count: number } | undefined;
  /** The newest round trip, in ms. */
  readonly roundTripTime: number | undefined;
}

type Entry = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const msOf = (seconds: unknown): number | undefined => {
  const value = numberOf(seconds);
  return value === undefined ? undefined : value * 1_000;
};

const sumOf = (entries: readonly Entry[], name: string): number =>
  entries.reduce((sum, entry) => sum + (numberOf(entry[name]) ?? 0), 0);

const firstOf = (entries: readonly Entry[], name: string): number | undefined =>
  entries.map((entry) => numberOf(entry[name])).find((value) => value !== undefined);

/** Simulcast layers are separate entries: their counters add up, and the largest is the frame size. */
function readKind(entries: readonly Entry[], kind: 'audio' | 'video', isSent: boolean): KindCounters | undefined {
  const ofType = (type: string): Entry[] =>
    entries.filter((entry) => entry.type === type && (entry.kind ?? entry.mediaType) === kind);
  const own = ofType(isSent ? 'outbound-rtp' : 'inbound-rtp');
  if (own.length === 0) return undefined;
  const told = isSent ? ofType('remote-inbound-rtp') : own;
  const source = isSent ? ofType('media-source') : own;
  const largest = [...own].sort((a, b) => (numberOf(b.frameWidth) ?? 0) - (numberOf(a.frameWidth) ?? 0));
  return {
    packets: sumOf(own, isSent ? 'packetsSent' : 'packetsReceived'),
    bytes: sumOf(own, isSent ? 'bytesSent' : 'bytesReceived'),
    packetsLost: Math.max(0, sumOf(told, 'packetsLost')),
    reportedAt: isSent ? firstOf(told, 'timestamp') : undefined,
    jitter: msOf(firstOf(told, 'jitter')),
    level: firstOf(source, 'audioLevel'),
    width: firstOf(largest, 'frameWidth'),
    height: firstOf(largest, 'frameHeight'),
    frames: sumOf(largest.slice(0, 1), isSent ? 'framesSent' : 'framesDecoded'),
    framesPerSecond: firstOf(largest, 'framesPerSecond'),
  };
}

/** The candidate pair that carries media. Browsers mark it in three ways. */
function selectedPair(entries: readonly Entry[]): Entry | undefined {
  const pairs = entries.filter(({ type }) => type === 'candidate-pair');
  const ids: unknown[] = entries.flatMap(({ selectedCandidatePairId: id }) => id ?? []);
  return (
    pairs.find(({ id }) => ids.includes(id)) ??
    pairs.find(({ selected }) => selected === true) ??
    pairs.find(({ nominated, state }) => nominated === true && state === 'succeeded')
  );
}

/**
 * Reads a connection's report for sent or received media. Chromium, Firefox, Safari and libwebrtc in Node omit
 * different values; a missing value is undefined or 0, never a guess.
 */
export function readCounters(report: Iterable<unknown>, isSent: boolean): Counters {
  const entries = [...report] as Entry[];
  const pair = selectedPair(entries);
  const totalMs = msOf(pair?.totalRoundTripTime);
  const count = numberOf(pair?.responsesReceived);
  const reports = entries.filter(({ type }) => type === 'remote-inbound-rtp' || type === 'remote-outbound-rtp');
  const told = reports.map((entry) => numberOf(entry.roundTripTime)).find((value) => value !== undefined && value > 0);
  return {
    audio: readKind(entries, 'audio', isSent),
    video: readKind(entries, 'video', isSent),
    trips: totalMs === undefined || count === undefined ? undefined : { pair: pair?.id, totalMs, count },
    roundTripTime: msOf(pair?.currentRoundTripTime) ?? msOf(told),
  };
}
