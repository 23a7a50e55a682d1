import { setImmediate as turn } from 'node:timers/promises';
import { echoServer, memoryServer, storedServer, type MeasuredServer } from './im-servers.js';
import { ticksOf } from './processes.js';
import type { BenchResult } from './result.js';
import { median, quietRounds, ratioOf, type Round } from './statistics.js';

const CLIENTS = 20;
const MESSAGES = 200;
/** Maximum number of unanswered messages per client. */
const WINDOW = 8;
const ROUNDS = 8;
const WARM_UP_ROUNDS = 1;
const LATENCY_MESSAGES = 200;

interface Measured {
  /** Milliseconds for each message, until all are answered and delivered. */
  readonly perMessage: number;
  /** Milliseconds of the server's processor time for each message. */
  readonly cpuPerMessage: number;
  /** Milliseconds from sending to the answer, of one message at a time; the median. */
  readonly latency: number;
}

const receivedBy = (clients: MeasuredServer['clients']): number =>
  clients.reduce((sum, { received }) => sum + received, 0);

async function delivered(clients: MeasuredServer['clients'], count: number): Promise<void> {
  while (receivedBy(clients) < count) await turn();
}

/** Everybody writes to the next at once. */
async function throughput({ pid, clients }: MeasuredServer, isEcho: boolean): Promise<Omit<Measured, 'latency'>> {
  const frames = clients.map((client) => client.frames(MESSAGES));
  const before = receivedBy(clients);
  const ticks = ticksOf(pid);
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      const answers: Promise<void>[] = [];
      for (const [at, frame] of (frames[index] ?? []).entries()) {
        await answers[at - WINDOW];
        answers.push(client.send(frame));
      }
      await Promise.all(answers);
    }),
  );
  const total = CLIENTS * MESSAGES;
  if (!isEcho) await delivered(clients, before + total);
  const perMessage = (performance.now() - started) / total;
  return { perMessage, cpuPerMessage: ((ticksOf(pid) - ticks) * 10) / total };
}

async function latencyOf({ clients: [client] }: MeasuredServer): Promise<number> {
  const times: number[] = [];
  for (const frame of client?.frames(LATENCY_MESSAGES) ?? []) {
    const sent = performance.now();
    await client?.send(frame);
    times.push(performance.now() - sent);
  }
  return median(times);
}

const measure = async (server: MeasuredServer, isEcho: boolean): Promise<Measured> => ({
  ...(await throughput(server, isEcho)),
  latency: await latencyOf(server),
});

interface Rounds {
  readonly stored: Measured;
  readonly memory: Measured;
  readonly echo: Measured;
}

/** Measures all three in turns, forward and backward, so that changes of load affect them equally. */
async function measureRounds(): Promise<Rounds[]> {
  const echo = await echoServer(CLIENTS);
  const memory = await memoryServer(CLIENTS);
  const stored = await storedServer(CLIENTS);
  const rounds: Rounds[] = [];
  try {
    for (let index = 0; index < WARM_UP_ROUNDS + ROUNDS; index += 1) {
      const found: Partial<Record<keyof Rounds, Measured>> = {};
      const all = [
        ['echo', echo],
        ['memory', memory],
        ['stored', stored],
      ] as const;
      for (const [name, server] of index % 2 === 0 ? all : all.toReversed()) {
        found[name] = await measure(server, name === 'echo');
      }
      if (index >= WARM_UP_ROUNDS && found.stored && found.memory && found.echo) {
        rounds.push({ stored: found.stored, memory: found.memory, echo: found.echo });
      }
    }
  } finally {
    await Promise.all([echo.close(), memory.close(), stored.close()]);
  }
  return rounds;
}

const pairs = (rounds: readonly Rounds[], store: 'stored' | 'memory', what: keyof Measured): readonly Round[] =>
  quietRounds(rounds.map((round) => ({ ours: round[store][what], control: round.echo[what] })));

const STORES = { stored: 'with storage', memory: 'without storage' } as const;

/** Measures the cost of instant messages, against a WebSocket that echoes everything in the same run. */
export const run = async (): Promise<BenchResult[]> => {
  const rounds = await measureRounds();
  return (['stored', 'memory'] as const).flatMap((store): BenchResult[] => {
    const time = ratioOf(pairs(rounds, store, 'perMessage'));
    const latency = ratioOf(pairs(rounds, store, 'latency'));
    const cpu = median(rounds.map((round) => round[store].cpuPerMessage));
    const controlCpu = median(rounds.map((round) => round.echo.cpuPerMessage));
    const interval = ({ ratio, low, high }: typeof time): string =>
      `${ratio.toFixed(1)} × (${low.toFixed(1)}–${high.toFixed(1)})`;
    return [
      {
        name: `instant messages, ${STORES[store]}: time of one under load`,
        value: interval(time),
        note:
          `${Math.round(1000 / time.ours)} messages a second, sent, acknowledged and delivered, against ` +
          `${Math.round(1000 / time.control)} that a bare WebSocket sends back; ${CLIENTS} clients, each with ${WINDOW} on ` +
          `their way to the next; processor time of the server ${cpu.toFixed(2)} ms, of the control ` +
          `${controlCpu.toFixed(2)} ms; ${time.rounds} quiet rounds of ${ROUNDS}`,
      },
      {
        name: `instant messages, ${STORES[store]}: latency of the acknowledgement`,
        value: interval(latency),
        note:
          `${latency.ours.toFixed(2)} ms from sending to the acknowledgement, against ${latency.control.toFixed(2)} ms to ` +
          `the echo; one message at a time`,
      },
    ];
  });
};
