import { createSocket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import { createWeriftEngine } from '@lectern/server';
import { generate, type GeneratedKind, PACKET_KINDS } from '../../server/src/media/packet-filter/testing/generators.js';
import { Random } from '../../server/src/media/packet-filter/testing/random.js';
import { TestPublisher, TestSubscriber } from '../../server/src/media/werift/testing/peers.js';
import { ticksOf } from './processes.js';
import type { BenchResult } from './result.js';

/** Packets per second of each generator. */
const PACKETS_PER_SECOND = 1_000;
const VARIETY = 5_000;
const WARM_UP_MS = 3_000;
const ALONE_MS = 10_000;
const TOGETHER_MS = 60_000;
const BUDGET_PERCENT = 5;
const SEED = 12;
const LOOPBACK = '127.0.0.1';

interface Room {
  readonly pid: number;
  /** The port of the publisher's transport. */
  readonly port: number;
  connected(): Promise<number>;
  close(): Promise<void>;
}

/** A worker with a publisher and a subscriber who are connected and silent. */
const openRoom = async (): Promise<Room> => {
  const engine = createWeriftEngine();
  await engine.start();
  const [pid] = engine.workerPids;
  if (pid === undefined) throw new Error('the media engine has no worker');
  const [alice, bob] = [new TestPublisher(), new TestSubscriber()];
  const { answer } = await alice.publish(engine, { roomId: 'room', transportId: 'a', sourceId: 's' });
  await bob.subscribe(engine, { roomId: 'room', transportId: 'b', sourceId: 's' });
  while (alice.state !== 'connected' || bob.state !== 'connected') await delay(10);
  return {
    pid,
    port: Number(/^a=candidate:.* 127\.0\.0\.1 (\d+) /m.exec(answer)?.[1]),
    connected: async () => (await engine.stats()).filter(({ state }) => state === 'connected').length,
    close: async () => {
      await Promise.all([alice.close(), bob.close()]);
      await engine.stop();
    },
  };
};

interface Flood {
  /** Packets handed to the kernel so far. */
  sent(): number;
  stop(): void;
}

/** Sends pre-generated packets at a steady rate. */
const startFlood = (port: number, packets: readonly Buffer[], perSecond: number): Flood => {
  const socket = createSocket('udp4');
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) * perSecond) / 1000; sent < due; sent++) {
      socket.send(packets[sent % packets.length] ?? '', port, LOOPBACK);
    }
  }, 5);
  return {
    sent: () => sent,
    stop: () => {
      clearInterval(timer);
      socket.close();
    },
  };
};

interface Measured {
  readonly cpuPercent: number;
  readonly idlePercent: number;
  readonly perSecond: number;
}

const measure = async (
  rooms: readonly [Room, Room],
  kinds: readonly GeneratedKind[],
  ms: number,
): Promise<Measured> => {
  const [attacked, idle] = rooms;
  const random = new Random(SEED);
  const packets = Array.from({ length: VARIETY }, (_, index) =>
    generate(kinds[index % kinds.length] ?? 'noise', random),
  );
  const flood = startFlood(attacked.port, packets, PACKETS_PER_SECOND * kinds.length);
  await delay(WARM_UP_MS);
  const read = () => ({
    at: performance.now(),
    ours: ticksOf(attacked.pid),
    theirs: ticksOf(idle.pid),
    sent: flood.sent(),
  });
  const before = read();
  await delay(ms);
  const after = read();
  flood.stop();
  const seconds = (after.at - before.at) / 1000;
  return {
    cpuPercent: (after.ours - before.ours) / seconds,
    idlePercent: (after.theirs - before.theirs) / seconds,
    perSecond: (after.sent - before.sent) / seconds,
  };
};

/** Measures the CPU cost of a flood of packets to the port of a conference, against a worker without one. */
export const run = async (): Promise<BenchResult[]> => {
  const rooms: [Room, Room] = [await openRoom(), await openRoom()];
  const alone: string[] = [];
  for (const kind of PACKET_KINDS) {
    const { cpuPercent, idlePercent } = await measure(rooms, [kind], ALONE_MS);
    alone.push(`${kind} ${(cpuPercent - idlePercent).toFixed(1)} %`);
  }
  const together = await measure(rooms, PACKET_KINDS, TOGETHER_MS);
  const connected = await rooms[0].connected();
  for (const room of rooms) await room.close();
  const added = together.cpuPercent - together.idlePercent;
  return [
    {
      name: `flood of STUN, DTLS, RTP, RTCP and noise by a stranger, ${PACKETS_PER_SECOND} packets a second of each: CPU of the media worker`,
      value: `${added.toFixed(1)} % of a core`,
      budget: `< ${BUDGET_PERCENT} % of a core`,
      isMet: added < BUDGET_PERCENT && connected === 2,
      note:
        `for ${TOGETHER_MS / 1000} s at ${together.perSecond.toFixed(0)} packets a second; an idle worker in the same time ` +
        `${together.idlePercent.toFixed(1)} %; one generator at a time: ${alone.join(', ')}; ${connected} of 2 transports still connected`,
    },
  ];
};
