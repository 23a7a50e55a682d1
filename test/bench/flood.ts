import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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
const MEASURE_MS = 60_000;
const BUDGET_PERCENT = 5;
const SEED = 12;
const LOOPBACK = '127.0.0.1';
/** From test/build, where the benchmarks run. */
const DROP = fileURLToPath(new URL('../bench/udp-drop.mjs', import.meta.url));

/** A process that receives the flood. */
interface Target {
  readonly pid: number;
  readonly port: number;
}

interface Room extends Target {
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

interface Control extends Target {
  close(): void;
}

/** A process with a socket that drops all it receives: the cost of packets to kernel and Node alone. */
const openControl = async (): Promise<Control> => {
  const child = fork(DROP);
  const [port] = (await once(child, 'message')) as [number];
  return { pid: child.pid ?? 0, port, close: () => child.disconnect() };
};

interface Flood {
  /** Packets handed to the kernel so far for each port. */
  sent(): number;
  stop(): void;
}

/** Sends pre-generated packets at a steady rate, each to all ports. */
const startFlood = (ports: readonly number[], packets: readonly Buffer[], perSecond: number): Flood => {
  const socket = createSocket('udp4');
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) * perSecond) / 1000; sent < due; sent++) {
      for (const port of ports) socket.send(packets[sent % packets.length] ?? '', port, LOOPBACK);
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

/** CPU time of each process, in percent of a core. */
interface Measured {
  readonly attacked: number;
  readonly idle: number;
  readonly control: number;
  readonly perSecond: number;
}

interface Targets {
  readonly attacked: Room;
  readonly idle: Room;
  readonly control: Control;
}

const measure = async (
  { attacked, idle, control }: Targets,
  kinds: readonly GeneratedKind[],
  ms: number,
): Promise<Measured> => {
  const random = new Random(SEED);
  const packets = Array.from({ length: VARIETY }, (_, index) =>
    generate(kinds[index % kinds.length] ?? 'noise', random),
  );
  const flood = startFlood([attacked.port, control.port], packets, PACKETS_PER_SECOND * kinds.length);
  await delay(WARM_UP_MS);
  const read = () => ({
    at: performance.now(),
    attacked: ticksOf(attacked.pid),
    idle: ticksOf(idle.pid),
    control: ticksOf(control.pid),
    sent: flood.sent(),
  });
  const before = read();
  await delay(ms);
  const after = read();
  flood.stop();
  const seconds = (after.at - before.at) / 1000;
  const percentOf = (name: 'attacked' | 'idle' | 'control'): number => (after[name] - before[name]) / seconds;
  return {
    attacked: percentOf('attacked'),
    idle: percentOf('idle'),
    control: percentOf('control'),
    perSecond: (after.sent - before.sent) / seconds,
  };
};

/** The worker's cost of the flood, that of receiving its packets included. */
const addedOf = ({ attacked, idle }: Measured): number => attacked - idle;

/** The share of the worker's cost that is neither its idle work nor that of receiving the packets at all. */
const ownOf = ({ attacked, idle, control }: Measured): number => attacked - idle - control;

/** Measures the CPU cost of a flood of packets to a conference, against an idle worker and a socket that drops them. */
export const run = async (): Promise<BenchResult[]> => {
  const targets: Targets = { attacked: await openRoom(), idle: await openRoom(), control: await openControl() };
  const alone: { kind: GeneratedKind; measured: Measured }[] = [];
  for (const kind of PACKET_KINDS) alone.push({ kind, measured: await measure(targets, [kind], MEASURE_MS) });
  const together = await measure(targets, PACKET_KINDS, MEASURE_MS);
  const connected = await targets.attacked.connected();
  for (const target of Object.values(targets) as readonly (Room | Control)[]) await target.close();
  const own = ownOf(together);
  const worst = Math.max(...alone.map(({ measured }) => addedOf(measured)));
  const each = (percentOf: (measured: Measured) => number): string =>
    alone.map(({ kind, measured }) => `${kind} ${percentOf(measured).toFixed(1)} %`).join(', ');
  return [
    {
      name: `flood by a stranger, ${PACKETS_PER_SECOND} packets a second of one generator for ${MEASURE_MS / 1000} s: CPU of the media worker above an idle one`,
      value: `${worst.toFixed(1)} % of a core`,
      budget: `< ${BUDGET_PERCENT} % of a core`,
      isMet: worst < BUDGET_PERCENT && connected === 2,
      note: `the costliest of ${each(addedOf)}; without what a socket that drops them costs: ${each(ownOf)}`,
    },
    {
      name: `flood of STUN, DTLS, RTP, RTCP and noise by a stranger, ${PACKETS_PER_SECOND} packets a second of each: CPU of the media worker above a socket that drops them`,
      value: `${own.toFixed(1)} % of a core`,
      budget: `< ${BUDGET_PERCENT} % of a core`,
      isMet: own < BUDGET_PERCENT && connected === 2,
      note:
        `for ${MEASURE_MS / 1000} s at ${together.perSecond.toFixed(0)} packets a second, the worker took ` +
        `${together.attacked.toFixed(1)} %, an idle one ${together.idle.toFixed(1)} %, and a process whose socket drops the same ` +
        `packets ${together.control.toFixed(1)} %; ${connected} of 2 transports still connected`,
    },
  ];
};
