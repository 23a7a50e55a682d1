import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_PACKETS } from '../packet-filter/testing/corpus.js';
import { generate, mutate, PACKET_KINDS } from '../packet-filter/testing/generators.js';
import { Random } from '../packet-filter/testing/random.js';
import { shrunk } from '../packet-filter/testing/shrunk.js';
import { AttackedRoom, type AttackedTransport } from './testing/attacked-room.js';

// `npm run fuzz` has a million; FUZZ_SEED repeats a run, and the name of the test contains the seed.
const { FUZZ_PACKETS = '20000', FUZZ_SEED } = process.env;
const PACKETS = Number(FUZZ_PACKETS);
const SEED = Number(FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));
const WAIT_LIMIT_MS = 60_000 + PACKETS;
const BUDGET_MS = 1;
/** A slow packet is repeated: a delay by other load on the machine does not occur that often. */
const REPETITIONS = 20;
/** Packets between two turns of the event loop, for timers and answers. */
const TURN = 200;
/** CPU time of deferred work between two turns: reports, retransmissions, mixing, writing. */
const TURN_BUDGET_MS = 1_000;
/** A hundred packets per second, so that no rate limit blocks the generator. */
const STEP_MS = 10;
const STRANGER = { address: '192.0.2.66', port: 6_666 };

const room = new AttackedRoom();
let transports: AttackedTransport[];

beforeAll(async () => {
  transports = await room.open();
});
afterAll(() => room.close());

interface Attempt {
  readonly packet: Buffer;
  describe(packet: Buffer): string;
  /** Builds what is sent, anew for each repetition where it carries a number. */
  build(packet: Buffer): Buffer;
}

function attempt(random: Random, transport: AttackedTransport): Attempt {
  const kind = random.pick(PACKET_KINDS);
  const plain = generate(kind, random, transport.facts);
  const packet = random.oneIn(4) ? mutate(plain, random) : plain;
  const isSealed = (kind === 'rtp' || kind === 'rtcp') && !random.oneIn(3);
  const describe = (shown: Buffer): string => `${isSealed ? 'sealed ' : ''}${kind} ${shown.toString('hex')}`;
  if (!isSealed) return { packet, describe, build: (clear) => clear };
  return {
    packet,
    describe,
    build: (clear) => (kind === 'rtp' ? transport.sealRtp(clear) : transport.sealRtcp(clear)),
  };
}

/** Yields to the event loop; returns the CPU time used, in ms. */
async function turn(): Promise<number> {
  const before = process.cpuUsage();
  await new Promise(setImmediate);
  return process.cpuUsage(before).user / 1_000;
}

/** Minimum processing time of the packet, in ms. */
function costOf(transport: AttackedTransport, build: () => Buffer, source: typeof STRANGER): number {
  let least = Infinity;
  for (let repetition = 0; repetition < REPETITIONS && least > BUDGET_MS; repetition++) {
    least = Math.min(least, transport.receive(build(), source));
  }
  return least;
}

test('packets that broke something once cost nothing from the agreed address either', () => {
  const costs = transports.flatMap((transport) =>
    HOSTILE_PACKETS.flatMap(({ name, packet }) =>
      [() => packet, () => transport.sealRtp(packet), () => transport.sealRtcp(packet)].map(
        (build) => [name, costOf(transport, build, room.attacker)] as const,
      ),
    ),
  );
  expect(costs.filter(([, cost]) => cost > BUDGET_MS)).toEqual([]);
});

test(
  `no packet of ${PACKETS} costs more than ${BUDGET_MS} ms (seed ${SEED})`,
  async () => {
    const random = new Random(SEED);
    const before = room.accepted;
    const slow: string[] = [];
    for (let sent = 0; sent < PACKETS; sent++) {
      const transport = random.pick(transports);
      const one = attempt(random, transport);
      const source = random.oneIn(3) ? STRANGER : room.attacker;
      const costOfOne = (packet: Buffer): number => costOf(transport, () => one.build(packet), source);
      const cost = costOfOne(one.packet);
      if (cost > BUDGET_MS) {
        const least = shrunk(one.packet, (packet) => costOfOne(packet) > BUDGET_MS);
        slow.push(`${cost.toFixed(2)} ms: ${one.describe(one.packet)}, and still ${one.describe(least)}`);
      }
      room.clock.hurry(STEP_MS);
      if (sent % TURN === 0) expect(await turn(), `after ${sent} packets`).toBeLessThan(TURN_BUDGET_MS);
    }
    expect(slow).toEqual([]);
    expect(room.failures).toEqual([]);
    // They were parsed, not only refused.
    expect(room.accepted - before).toBeGreaterThan(PACKETS / 20);
    await room.stillFlows();
  },
  WAIT_LIMIT_MS,
);
