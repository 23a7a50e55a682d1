import { describe, expect, it } from 'vitest';
import { readCounters } from './counters.js';
import { measure, type Measurement } from './sample.js';

const pair = { type: 'candidate-pair', id: 'P', nominated: true, state: 'succeeded' };
const stale = { ...pair, id: 'Q', totalRoundTripTime: 90, responsesReceived: 3, currentRoundTripTime: 9 };

/** Reports of the browsers on the same connection, each in its own format. */
const SENT: Readonly<Record<string, readonly object[]>> = {
  chromium: [
    { type: 'transport', selectedCandidatePairId: 'P' },
    stale,
    { ...pair, totalRoundTripTime: 0.4, responsesReceived: 10, currentRoundTripTime: 0.05 },
    { type: 'outbound-rtp', kind: 'audio', packetsSent: 155, bytesSent: 6_000 },
    { type: 'outbound-rtp', kind: 'video', packetsSent: 100, bytesSent: 60_000, frameWidth: 320, frameHeight: 180 },
    {
      ...{ type: 'outbound-rtp', kind: 'video', packetsSent: 102, bytesSent: 62_000, framesPerSecond: 20 },
      ...{ frameWidth: 640, frameHeight: 360, framesSent: 40 },
    },
    { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 2, jitter: 0.004, timestamp: 7, roundTripTime: 0.06 },
    { type: 'remote-inbound-rtp', kind: 'video', packetsLost: -1, jitter: 0.01, timestamp: 8, roundTripTime: 0.06 },
    { type: 'media-source', kind: 'audio', audioLevel: 0.016 },
    { type: 'media-source', kind: 'video', framesPerSecond: 30 },
    { type: 'inbound-rtp', kind: 'audio', packetsReceived: 9_999, bytesReceived: 9_999 },
  ],
  firefox: [
    { type: 'candidate-pair', id: 'P', selected: true, nominated: true, state: 'succeeded' },
    { type: 'outbound-rtp', mediaType: 'audio', packetsSent: 155, bytesSent: 6_000 },
    {
      ...{ type: 'outbound-rtp', mediaType: 'video', packetsSent: 202, bytesSent: 122_000, framesPerSecond: 20 },
      ...{ frameWidth: 640, frameHeight: 360, framesSent: 40 },
    },
    { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 2, jitter: 0.004, timestamp: 7, roundTripTime: 0.05 },
    { type: 'remote-inbound-rtp', kind: 'video', packetsLost: 0, jitter: 0.01, timestamp: 8 },
    { type: 'media-source', kind: 'audio', audioLevel: 0.016 },
  ],
};

describe('a report of what is sent', () => {
  it.each(Object.keys(SENT))('by %s is read', (browser) => {
    const { audio, video, roundTripTime } = readCounters(SENT[browser] ?? [], true);
    expect(audio).toMatchObject({ packets: 155, bytes: 6_000, packetsLost: 2, jitter: 4, level: 0.016, reportedAt: 7 });
    expect(video).toMatchObject({ packets: 202, bytes: 122_000, packetsLost: 0, width: 640, height: 360, frames: 40 });
    expect(video).toMatchObject({ framesPerSecond: 20, reportedAt: 8 });
    expect(roundTripTime).toBe(50);
  });

  it('has no kind that is not sent', () => {
    const received = [{ type: 'inbound-rtp', kind: 'video', packetsReceived: 1, bytesReceived: 1 }];
    expect(readCounters(received, true)).toMatchObject({ audio: undefined, video: undefined });
  });
});

it('a report of what is received is read', () => {
  const { audio, video } = readCounters(
    [
      { type: 'inbound-rtp', kind: 'audio', packetsReceived: 50, packetsLost: 5, bytesReceived: 900, audioLevel: 0.2 },
      {
        ...{ type: 'inbound-rtp', kind: 'video', packetsReceived: 70, packetsLost: 7, bytesReceived: 7_000 },
        ...{ jitter: 0.012, frameWidth: 1280, frameHeight: 720, framesDecoded: 30, framesPerSecond: 15 },
      },
      { type: 'outbound-rtp', kind: 'video', packetsSent: 0, bytesSent: 0 },
    ],
    false,
  );
  expect(audio).toMatchObject({ packets: 50, bytes: 900, packetsLost: 5, level: 0.2, width: undefined });
  expect(video).toMatchObject({ packets: 70, bytes: 7_000, packetsLost: 7, jitter: 12, width: 1280, height: 720 });
});

it('a report with nothing in it, or with nonsense, tells nothing', () => {
  const empty = { audio: undefined, video: undefined, trips: undefined, roundTripTime: undefined };
  expect(readCounters([], false)).toEqual(empty);
  const nonsense = [{ type: 'inbound-rtp', kind: 'audio', packetsReceived: 'x', jitter: Number.NaN }, { ...pair }];
  expect(readCounters(nonsense, false).audio).toMatchObject({ packets: 0, bytes: 0, jitter: undefined });
});

/** Samples of a connection whose reports come every 2 s. */
function samples(isSent: boolean, ...reports: readonly (readonly object[])[]) {
  let before: Measurement | undefined;
  return reports.map((report, index) => {
    before = measure({ at: index * 2_000, isSent, isPaused: false, counters: readCounters(report, isSent), before });
    return before.sample;
  });
}

describe('from one report to the next', () => {
  const received = (packets: number, lost: number, bytes: number, frames = 0) => [
    {
      ...{ type: 'inbound-rtp', kind: 'video', packetsReceived: packets, packetsLost: lost, bytesReceived: bytes },
      framesDecoded: frames,
    },
  ];
  const sent = (packets: number, lost: number, timestamp: number) => [
    { type: 'outbound-rtp', kind: 'audio', packetsSent: packets, bytesSent: packets * 100 },
    { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: lost, timestamp },
  ];
  const trips = (totalRoundTripTime: number, responsesReceived: number) => [
    { ...pair, totalRoundTripTime, responsesReceived, currentRoundTripTime: 0.7 },
  ];

  it('what came is counted by the second, and what is lost of all that should have come', () => {
    const [first, second, third] = samples(
      false,
      received(100, 0, 10_000, 10),
      received(175, 25, 22_000, 40),
      received(175, 25, 22_000, 40),
    );
    expect(first?.video).toMatchObject({ kilobytesPerSecond: 0, lossRate: 0, framesPerSecond: undefined });
    expect(second?.video).toMatchObject({ kilobytesPerSecond: 6, lossRate: 25, framesPerSecond: 15, packetsLost: 25 });
    expect(third?.video).toMatchObject({ kilobytesPerSecond: 0, lossRate: 0, framesPerSecond: 0 });
  });

  it('the loss of what is sent stands until the receiver reports again', () => {
    const rates = samples(true, sent(100, 0, 1), sent(200, 0, 1), sent(300, 60, 2), sent(400, 60, 2), sent(500, 60, 3));
    expect(rates.map(({ audio }) => audio?.lossRate)).toEqual([0, 0, 30, 30, 0]);
  });

  it('counters that fall are no growth', () => {
    const [, second] = samples(false, received(100, 9, 10_000, 10), received(50, 5, 5_000, 0));
    expect(second?.video).toMatchObject({ kilobytesPerSecond: 0, lossRate: 0, framesPerSecond: 0 });
  });

  it('the round trip is the mean of the time between, and stands while ICE asks nothing', () => {
    const times = samples(true, trips(1, 10), trips(1, 10), trips(3.4, 14), trips(3.4, 14));
    expect(times.map(({ roundTripTime }) => Math.round(roundTripTime ?? 0))).toEqual([100, 100, 600, 600]);
  });

  it('the round trip is that of the way which media have taken since, whatever the one before had counted', () => {
    const relayed = { ...pair, id: 'R', totalRoundTripTime: 0.06, responsesReceived: 2, currentRoundTripTime: 0.02 };
    const times = samples(true, trips(0.2, 2), trips(30.2, 52), [relayed], [{ ...relayed, responsesReceived: 2 }]);
    expect(times.map(({ roundTripTime }) => Math.round(roundTripTime ?? 0))).toEqual([100, 600, 30, 30]);
  });
});
