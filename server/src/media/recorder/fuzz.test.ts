import { expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { Random } from '../packet-filter/testing/random.js';
import { type RecordedFeed, StreamRecorder } from './stream-recorder.js';

// `npm run fuzz` has a million; FUZZ_SEED repeats a run, and the name of the test contains the seed.
const { FUZZ_PACKETS = '20000', FUZZ_SEED } = process.env;
const PACKETS = Number(FUZZ_PACKETS);
const SEED = Number(FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));
const WAIT_LIMIT_MS = 60_000 + PACKETS;
/** Beginnings of payloads: VP8 descriptors and keyframes, units and fragments of H264, and invalid ones. */
const PICTURES = [
  '',
  '10',
  '90e08001',
  '90',
  '10000000',
  '100000009d012a',
  '78000267420001',
  '67',
  '68',
  '7c85',
  '7c05',
];
/** Opus with one, two and up to 63 frames, including more audio than a packet may hold. */
const SOUNDS = ['', 'f8', 'fb', 'fb3f', 'fb05', '7b8301', 'e0', 'ff30', 'f8fffe'];

interface Publisher {
  feed: RecordedFeed;
  sequence: number;
  timestamp: number;
}

function begin(kind: 'audio' | 'video', codec: string): Publisher {
  const feed = { kind, codec, clockRate: kind === 'audio' ? 48_000 : 90_000, run: {}, mapping: undefined };
  return { feed, sequence: 0, timestamp: 0 };
}

function payloadOf(random: Random, { feed }: Publisher): Buffer {
  const head = random.pick(feed.kind === 'audio' ? SOUNDS : PICTURES);
  return Buffer.concat([Buffer.from(head, 'hex'), random.bytes(random.below(random.oneIn(20) ? 1_200 : 12))]);
}

/** A packet that mostly follows the previous one. */
function step(random: Random, publisher: Publisher, now: number): void {
  const far = (): number => random.pick([-1, 1]) * random.pick([2 ** 31, 2 ** 30, 2 ** 20, random.below(2 ** 31)]);
  if (random.oneIn(30)) publisher.feed = { ...publisher.feed, run: {} };
  if (random.oneIn(20)) {
    const ntp = BigInt(random.below(2 ** 32)) << 32n;
    publisher.feed = { ...publisher.feed, mapping: { ntp, rtpTimestamp: random.below(2 ** 32), at: now } };
  }
  publisher.timestamp = (publisher.timestamp + (random.oneIn(10) ? far() : random.below(4_000))) >>> 0;
  publisher.sequence += random.oneIn(10) ? random.pick([-3, 0, 2, 3, 700, 40_000]) : 1;
}

test.each(['VP8', 'H264'])(
  `a recording bears ${PACKETS} packets of any kind (seed ${SEED}): %s`,
  (codec) => {
    const random = new Random(SEED);
    const clock = new FakeClock();
    const startedAt = clock.now();
    let bytes = 0;
    const append = (part: Buffer): void => void (bytes += part.length);
    const output = { append, patchHeader: () => undefined };
    const recorder = new StreamRecorder({ clock, output, maxBytes: 1e12, wantsEnd: () => undefined });
    const publishers = [begin('audio', 'opus'), begin('video', codec)];
    let received = 0;
    for (let sent = 0; sent < PACKETS; sent++) {
      const publisher = random.pick(publishers);
      step(random, publisher, clock.now());
      const payload = payloadOf(random, publisher);
      received += payload.length;
      const { sequence, timestamp } = publisher;
      recorder.packet(publisher.feed, { sequence, timestamp, marker: random.oneIn(2), payload }, clock.now());
      clock.advance(random.oneIn(1_000) ? random.below(30_000) : random.below(15));
    }
    recorder.finish();
    const lastedMs = clock.now() - startedAt;
    expect(recorder.content.durationMs).toBeLessThan(lastedMs + 11_000);
    expect(recorder.content.durationMs).toBeGreaterThan(lastedMs / 2);
    // 20 ms of silence take some ten bytes; the rest is the valid part of the received data.
    expect(bytes).toBeLessThan(2 * received + lastedMs + 20_000);
    expect(bytes).toBeGreaterThan(received / 20);
  },
  WAIT_LIMIT_MS,
);
