import { setTimeout as delay } from 'node:timers/promises';
import type { Impairment } from '../impairment/index.js';
import { eventually, type ServerOptions } from '../support/index.js';
import { DataDisk } from './data-disk.js';
import type { Stage } from './stage.js';
import { TurnRelay } from '../support/turn-relay.js';

interface FaultDescription {
  readonly name: string;
  /** Cause and end of the fault, in a sentence. */
  readonly what: string;
  readonly server?: ServerOptions;
  readonly hasLiveOutput?: boolean;
  readonly isRecorded?: boolean;
}

interface FaultOfStage extends FaultDescription {
  readonly surroundings?: undefined;
  /** Causes the fault, and resolves once its cause is over, with its effect on other things than the class. */
  readonly happen: Happening;
}

interface FaultOfSurroundings extends FaultDescription {
  /** Prepares what the server needs before it starts. */
  readonly surroundings: () => Promise<Surroundings>;
}

/** A fault that a class of two lives through. */
export type Fault = FaultOfStage | FaultOfSurroundings;

type Happening = (stage: Stage) => Promise<string | void>;

/** A part of the machine around a server, which the fault concerns. */
export interface Surroundings {
  readonly server: ServerOptions;
  readonly happen: Happening;
  close(): Promise<void>;
}

const IMPAIRED_MS = 10_000;
const STOPPED_MS = 30_000;
const TWO_HOURS_MS = 7_200_000;
const MEDIA_WORKER = '/media/';
const DATABASE = 'postgres -D';
const DATABASE_PROCESSES = 'postgres';
const FFMPEG = 'ffmpeg -';
const RECOVERY_LIMIT_MS = 120_000;
/** Pause between two sign-ups in a fault of the database, in ms. */
const SIGN_UP_MS = 50;

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

const ffmpeg = (name: string, what: string, happen: (stage: Stage) => Promise<void>): Fault => ({
  name,
  what: `${what}; the class has a live output`,
  server: { env: { LIVE_CANVAS: '320x180@10' } },
  hasLiveOutput: true,
  async happen(stage) {
    const { live } = stage;
    live.restart();
    await happen(stage);
    return `live output: ${(live.longestGapMs / 1_000).toFixed(1)} s without a new segment`;
  },
});

/** Status of a request that needs the database. */
const signUp = async ({ server }: Stage): Promise<number> => {
  const response = await fetch(`${server.url}/lectern/demo/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `stranger${performance.now()}`, password: 'nobody asks for it' }),
  });
  return response.status;
};

/** Lets the fault last for 30 s, and says how sign-ups fare in that time and after its end. */
const signingUp = async (stage: Stage, end: () => Promise<void>): Promise<string> => {
  const counts = new Map<number, number>();
  for (const until = performance.now() + STOPPED_MS; performance.now() < until;) {
    const status = await signUp(stage);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    await delay(SIGN_UP_MS);
  }
  await end();
  const from = performance.now();
  await eventually(
    'a sign-up succeeding again',
    () => signUp(stage),
    (status) => status === 200,
    RECOVERY_LIMIT_MS,
  );
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  const answers = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `sign-ups meanwhile: ${answers}; one succeeds ${seconds} s after the end`;
};

const databaseAway = async (): Promise<Surroundings> => {
  // Loaded when it is needed, so that the list of faults can be read without a database.
  const { OutsideDatabase } = await import('./outside-database.js');
  const database = await OutsideDatabase.start();
  return {
    server: { env: { DATABASE_URL: database.url } },
    async happen(stage) {
      await database.refuse();
      return signingUp(stage, () => database.accept());
    },
    close: () => database.close(),
  };
};

const diskFull = async (): Promise<Surroundings> => {
  const disk = await DataDisk.mount();
  return {
    server: { dataDir: disk.dataDir },
    async happen(stage) {
      await disk.fill();
      return signingUp(stage, () => disk.free());
    },
    close: () => disk.close(),
  };
};

/** Nothing ends recordings before the disk is really full. */
const RECORDS_TO_THE_LAST_BYTE = { RECORDING_MIN_FREE_BYTES: '1' };

const diskFullOfRecordings = async (): Promise<Surroundings> => {
  const disk = await DataDisk.mount();
  return {
    server: { dataDir: disk.dataDir, env: RECORDS_TO_THE_LAST_BYTE },
    async happen({ recordings }) {
      await delay(IMPAIRED_MS);
      await disk.fill();
      const full = performance.now();
      await recordings.until('every recording having ended', (list) =>
        list.every(({ state }) => state !== 'recording'),
      );
      const endedAfter = ((performance.now() - full) / 1_000).toFixed(1);
      await delay(Math.max(0, STOPPED_MS - (performance.now() - full)));
      await disk.free();
      const whole = await recordings.lengths();
      return `recordings end after ${endedAfter} s; complete and decoded: ${whole.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`;
    },
    close: () => disk.close(),
  };
};

/** Relayed packets come from an address of their own, so that UDP of the member alone can be blocked. */
const RELAY_ADDRESS = '127.0.0.2';

const relayed = async (): Promise<Surroundings> => {
  const turn = await TurnRelay.start('tcp', RELAY_ADDRESS);
  return {
    server: { env: { ...turn.settings, TURN_RELAY_ONLY: 'off' } },
    async happen({ relay }) {
      relay.startOutage(RELAY_ADDRESS);
      await delay(STOPPED_MS);
      relay.endOutage();
    },
    close: () => turn.close(),
  };
};

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
    name: 'UDP blocked, with a relay',
    what: 'the same, where a TURN server is reached by TCP',
    surroundings: relayed,
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
    name: 'database away',
    what: 'a database of DATABASE_URL refuses and ends all connections for 30 s',
    surroundings: databaseAway,
  },
  {
    name: 'disk full',
    what: 'no byte is left on the disk of the data folder for 30 s',
    surroundings: diskFull,
  },
  {
    name: 'disk full while recording',
    what: 'no byte is left on the disk of the data folder for 30 s, after ten seconds of recording both members',
    isRecorded: true,
    surroundings: diskFullOfRecordings,
  },
  ffmpeg('kill -9 of ffmpeg', 'encoder, decoders and writer of the live output are killed', async (stage) => {
    stage.signal(FFMPEG, 'SIGKILL');
    await stage.live.grows();
  }),
  ffmpeg('SIGSTOP of ffmpeg', 'encoder, decoders and writer of the live output stand still for 30 s', async (stage) => {
    const stoppedOnes = stage.signal(FFMPEG, 'SIGSTOP');
    await delay(STOPPED_MS);
    stage.resume(stoppedOnes);
    await stage.live.grows();
  }),
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
