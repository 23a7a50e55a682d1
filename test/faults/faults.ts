import { setTimeout as delay } from 'node:timers/promises';
import type { Impairment } from '../impairment/index.js';
import type { ServerOptions } from '../support/index.js';
import type { Stage } from './stage.js';

/** A fault that a class of two lives through. */
export interface Fault {
  readonly name: string;
  /** Cause and end of the fault, in a sentence. */
  readonly what: string;
  readonly server?: ServerOptions;
  /** Causes the fault, and resolves once its cause is over. */
  happen(stage: Stage): Promise<void>;
}

const IMPAIRED_MS = 10_000;
const STOPPED_MS = 30_000;
const TWO_HOURS_MS = 7_200_000;
const MEDIA_WORKER = '/media/';
const DATABASE = 'postgres -D';
const DATABASE_PROCESSES = 'postgres';

const network = (name: string, what: string, both: Impairment): Fault => ({
  name,
  what: `${what}, both ways, for 10 s`,
  async happen({ relay }) {
    relay.impair({ up: both, down: both });
    await delay(IMPAIRED_MS);
    relay.impair({});
  },
});

const outage = (seconds: number): Fault => ({
  name: `outage of ${seconds} s`,
  what: `Ann has no network at all for ${seconds} s: no media, connections reset and refused`,
  async happen({ proxy, relay }) {
    proxy.refuse();
    proxy.cut('reset');
    relay.startOutage();
    await delay(seconds * 1_000);
    proxy.restore();
    relay.endOutage();
  },
});

const stopped = (name: string, processes: string): Fault => ({
  name: `SIGSTOP of ${name}`,
  what: `${name} stands still for 30 s and goes on`,
  async happen(stage) {
    stage.signal(processes, 'SIGSTOP');
    await delay(STOPPED_MS);
    stage.signal(processes, 'SIGCONT');
  },
});

const killed = (name: string, processes: string): Fault => ({
  name: `kill -9 of ${name}`,
  what: `${name} is killed; the server starts another one`,
  async happen(stage) {
    stage.signal(processes, 'SIGKILL');
  },
});

const clock = (name: string, ms: number): Fault => ({
  name: `clock ${name}`,
  what: `the clock of the server is set by two hours and stays there`,
  server: { hasVirtualClock: true },
  async happen({ server }) {
    await server.advance(ms);
    await delay(IMPAIRED_MS);
  },
});

export const FAULTS: readonly Fault[] = [
  { name: 'none', what: 'ten quiet seconds, for comparison', happen: () => delay(IMPAIRED_MS) },
  network('loss of 1 %', 'one packet of a hundred is lost', { loss: 0.01 }),
  network('loss of 5 %', 'one packet of twenty is lost', { loss: 0.05 }),
  network('loss of 20 %', 'one packet of five is lost', { loss: 0.2 }),
  network('loss in bursts', 'bursts of three packets on average, 5 % in all', {
    burstLoss: { enter: 0.018, leave: 0.33 },
  }),
  network('300 ms of delay', 'each packet takes 300 ms more', { delayMs: 300 }),
  network('jitter of 80 ms', 'each packet takes up to 80 ms more', { jitterMs: 80 }),
  network('disorder', 'one packet of twenty is overtaken by those of 30 ms', { reorder: 0.05 }),
  outage(5),
  outage(30),
  {
    name: 'signalling cut',
    what: 'the WebSocket of Ann is reset; she connects again at once',
    async happen({ proxy }) {
      proxy.cut('reset');
    },
  },
  {
    name: 'UDP blocked',
    what: 'no UDP packet of Ann passes for 30 s; her signalling goes on',
    async happen({ relay }) {
      relay.startOutage();
      await delay(STOPPED_MS);
      relay.endOutage();
    },
  },
  {
    name: 'new address',
    what: 'Ann’s packets come from other ports from one moment on, as behind a NAT that binds anew; her socket is cut',
    async happen({ proxy, relay }) {
      relay.changeClientPorts();
      proxy.cut('reset');
    },
  },
  {
    name: 'sleep of a laptop',
    what: 'Ann’s process stands still for 30 s',
    async happen({ ann }) {
      ann.signal('SIGSTOP');
      await delay(STOPPED_MS);
      ann.signal('SIGCONT');
    },
  },
  killed('a media worker', MEDIA_WORKER),
  stopped('the media workers', MEDIA_WORKER),
  killed('PostgreSQL', DATABASE),
  stopped('PostgreSQL', DATABASE_PROCESSES),
  {
    name: 'kill -9 of the server',
    what: 'the server is killed with its workers and its database, and started again at once',
    async happen({ server }) {
      await server.kill('SIGKILL');
      await server.start();
    },
  },
  {
    name: 'restart of the server',
    what: 'the server is ended by SIGTERM during a class, and started again at once',
    async happen({ server }) {
      await server.kill('SIGTERM');
      await server.start();
    },
  },
  {
    name: 'SIGSTOP of the server',
    what: 'the main process stands still for 30 s and goes on',
    async happen({ server }) {
      process.kill(server.pid, 'SIGSTOP');
      await delay(STOPPED_MS);
      process.kill(server.pid, 'SIGCONT');
    },
  },
  clock('+ 2 h', TWO_HOURS_MS),
  clock('− 2 h', -TWO_HOURS_MS),
];
