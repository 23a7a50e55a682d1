import { type ChildProcess, fork } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createWeriftEngine } from '@lectern/server';
import { TestPublisher, TestSubscriber, vp8Payload } from '../../server/src/media/werift/testing/peers.js';
import { ticksOf } from './processes.js';
import type { BenchResult } from './result.js';

const SUBSCRIBERS = 20;
const PACKETS_PER_SECOND = 60;
const PAYLOAD_BYTES = 1_040;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;
const ROUNDS = 2;
const BUDGET_PERCENT = 20;
const FAN_OUT = fileURLToPath(new URL('../bench/udp-fan-out.mjs', import.meta.url));

interface Load {
  readonly pid: number;
  /** Sends one packet. */
  send(text: string): void;
  /** Packets that all receivers together have got. */
  received(): number;
  close(): Promise<void>;
}

interface Measured {
  readonly cpuPercent: number;
  readonly lossPercent: number;
}

const measure = async (load: Load): Promise<Measured> => {
  let sent = 0;
  const started = performance.now();
  // Keeps the rate where timers are late.
  const timer = setInterval(() => {
    const due = ((performance.now() - started) * PACKETS_PER_SECOND) / 1000;
    while (sent < due) load.send(`${sent++}`.padEnd(PAYLOAD_BYTES, '.'));
  }, 1000 / PACKETS_PER_SECOND);
  await delay(WARM_UP_MS);
  const before = { at: performance.now(), ticks: ticksOf(load.pid), sent, received: load.received() };
  await delay(MEASURE_MS);
  const seconds = (performance.now() - before.at) / 1000;
  const cpuPercent = (ticksOf(load.pid) - before.ticks) / seconds;
  clearInterval(timer);
  const expected = (sent - before.sent) * SUBSCRIBERS;
  // Packets in flight still count.
  await delay(200);
  const received = load.received() - before.received;
  return { cpuPercent, lossPercent: Math.max(0, ((expected - received) * 100) / expected) };
};

const engineLoad = async (): Promise<Load> => {
  const engine = createWeriftEngine();
  await engine.start();
  const [pid] = engine.workerPids;
  if (pid === undefined) throw new Error('the media engine has no worker');
  const ids = { roomId: 'room', sourceId: 'source' };
  const publisher = new TestPublisher();
  await publisher.publish(engine, { ...ids, transportId: 'publisher' });
  const subscribers = Array.from({ length: SUBSCRIBERS }, () => new TestSubscriber());
  for (const [index, subscriber] of subscribers.entries()) {
    await subscriber.subscribe(engine, { ...ids, transportId: `subscriber${index}` });
  }
  while ([publisher, ...subscribers].some((peer) => peer.state !== 'connected')) await delay(20);
  return {
    pid,
    send: (text) => publisher.send('video', vp8Payload(true, text)),
    received: () => subscribers.reduce((sum, { video }) => sum + video.length, 0),
    close: async () => {
      await Promise.all([publisher, ...subscribers].map((peer) => peer.close()));
      await engine.stop();
    },
  };
};

const bound = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
};

/** The least that any forwarder does: a process that sends each packet on to everybody, as it is. */
const controlLoad = async (): Promise<Load> => {
  let received = 0;
  const sockets = await Promise.all(Array.from({ length: SUBSCRIBERS }, bound));
  for (const socket of sockets) socket.on('message', () => received++);
  const child: ChildProcess = fork(
    FAN_OUT,
    sockets.map((socket) => String(socket.address().port)),
  );
  const [port] = (await once(child, 'message')) as [number];
  const sender = await bound();
  return {
    pid: child.pid!,
    send: (text) => sender.send(text, port, '127.0.0.1'),
    received: () => received,
    close: async () => {
      for (const socket of [sender, ...sockets]) socket.close();
      child.kill();
      await once(child, 'exit');
    },
  };
};

const run1 = async (create: () => Promise<Load>): Promise<Measured> => {
  const load = await create();
  try {
    return await measure(load);
  } finally {
    await load.close();
  }
};

const best = (measured: readonly Measured[]): Measured =>
  measured.reduce((a, b) => (b.cpuPercent < a.cpuPercent ? b : a));

/** Measures the CPU cost of forwarding one publisher to twenty subscribers, against bare UDP in the same run. */
export const run = async (): Promise<BenchResult[]> => {
  const [ours, control]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await run1(engineLoad));
    control.push(await run1(controlLoad));
  }
  // The quietest round of each: whatever else the machine does only adds.
  const [engine, udp] = [best(ours), best(control)];
  const rate = `${SUBSCRIBERS} subscribers × ${Math.round((PACKETS_PER_SECOND * PAYLOAD_BYTES * 8) / 1000)} kbit/s`;
  return [
    {
      name: `forwarding, ${rate}: CPU of the media worker`,
      value: `${engine.cpuPercent.toFixed(1)} % of a core`,
      budget: `< ${BUDGET_PERCENT} % of a core`,
      isMet: engine.cpuPercent < BUDGET_PERCENT,
      note:
        `${(engine.cpuPercent / udp.cpuPercent).toFixed(1)} × a process that sends the same packets on unencrypted ` +
        `(${udp.cpuPercent.toFixed(1)} %); user and system time of all threads, best of ${ROUNDS} rounds, A B A B`,
    },
    {
      name: `forwarding, ${rate}: packets lost`,
      value: `${engine.lossPercent.toFixed(2)} %`,
      budget: 'none',
      isMet: engine.lossPercent === 0,
      note: `the control lost ${udp.lossPercent.toFixed(2)} %`,
    },
  ];
};
