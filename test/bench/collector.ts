import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { requestRawTicket } from '../headless/raw-member.js';
import { ServerProcess } from '../support/index.js';
import { ticksOf } from './processes.js';
import type { BenchResult } from './result.js';
import { median, quietRounds, ratioOf, type Round } from './statistics.js';

const CLIENTS = 20;
const RECORDS = 500;
const ROUNDS = 8;
const WARM_UP_ROUNDS = 1;
const MANY = '1000000';
/** The rate limits per user are raised, because they are not the subject of this benchmark. */
const LIMITS = { QUALITY_RECORDS_PER_SECOND: MANY, QUALITY_RECORD_BURST: MANY };

/** One record of a stream with audio and video, as the SDK sends it. */
const record = (counterId: number): string =>
  JSON.stringify({
    ...{ type: 1, time: Date.now(), streamType: 0, sId: 'ST_0123456789ABCDEF', rtcId: 'RTC0', isPub: true },
    ...{ aP: 155, vW: 1280, vH: 720, vP: 202, aPL: 0, vPL: 4, audioInputLevel: 16, vFps: 30, aKBps: 4, vKBps: 187 },
    ...{ aPLR: 0, vPLR: 2, aB: 6_200, vB: 122_000, RTT: 42, aJ: 3, vJ: 11, counterId },
  });

/** One who uploads: resolves once everything that was sent is answered. */
interface Uploader {
  send(): Promise<void>;
  close(): void;
}

const opened = async (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
};

async function storing(url: string, index: number): Promise<Uploader> {
  const { qoeUpUrl } = await requestRawTicket(url, `bench ${index}`, `user${index}`);
  const socket = await opened(`${String(qoeUpUrl)}?ack=1&upId=bench-${String(index).padStart(4, '0')}`);
  let [last, stored] = [0, () => undefined as void];
  socket.on('message', (data: Buffer) => {
    const { ack } = JSON.parse(String(data)) as { readonly ack: number };
    if (ack === last) stored();
  });
  return {
    send: () =>
      new Promise<void>((resolve) => {
        stored = resolve;
        const first = last + 1;
        last += RECORDS;
        for (let counterId = first; counterId <= last; counterId += 1) socket.send(record(counterId));
      }),
    close: () => socket.close(),
  };
}

async function echoing(url: string): Promise<Uploader> {
  const socket = await opened(url);
  let [due, answered] = [0, () => undefined as void];
  socket.on('message', () => {
    due -= 1;
    if (due === 0) answered();
  });
  return {
    send: () =>
      new Promise<void>((resolve) => {
        answered = resolve;
        due = RECORDS;
        for (let counterId = 1; counterId <= RECORDS; counterId += 1) socket.send(record(counterId));
      }),
    close: () => socket.close(),
  };
}

interface Measured {
  /** Milliseconds for each record, until all are answered. */
  readonly perRecord: number;
  /** Milliseconds of the server's processor time for each record. */
  readonly cpuPerRecord: number;
}

async function measure(pid: number, uploaders: readonly Uploader[]): Promise<Measured> {
  const ticks = ticksOf(pid);
  const started = performance.now();
  await Promise.all(uploaders.map((uploader) => uploader.send()));
  const total = CLIENTS * RECORDS;
  return { perRecord: (performance.now() - started) / total, cpuPerRecord: ((ticksOf(pid) - ticks) * 10) / total };
}

const each = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, index) => make(index)));

async function startEcho(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  // From test/build, where the benchmarks run.
  const child = fork(fileURLToPath(new URL('../bench/ws-echo.mjs', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  return { child, url: `ws://127.0.0.1:${port}` };
}

/** Measures the cost of storing quality records, against a WebSocket that echoes the same frames in the same run. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await ServerProcess.start({ env: LIMITS });
  const echo = await startEcho();
  const ours = await each((index) => storing(server.url, index));
  const control = await each(() => echoing(echo.url));
  const rounds: { readonly ours: Measured; readonly control: Measured }[] = [];
  try {
    for (let index = 0; index < WARM_UP_ROUNDS + ROUNDS; index += 1) {
      const isForward = index % 2 === 0;
      const first = isForward ? await measure(server.pid, ours) : await measure(echo.child.pid ?? 0, control);
      const second = isForward ? await measure(echo.child.pid ?? 0, control) : await measure(server.pid, ours);
      if (index < WARM_UP_ROUNDS) continue;
      rounds.push(isForward ? { ours: first, control: second } : { ours: second, control: first });
    }
  } finally {
    for (const uploader of [...ours, ...control]) uploader.close();
    echo.child.kill();
    await server.close();
  }
  const times = rounds.map((round): Round => ({ ours: round.ours.perRecord, control: round.control.perRecord }));
  const time = ratioOf(quietRounds(times));
  const [cpu, controlCpu] = (['ours', 'control'] as const).map((side) =>
    median(rounds.map((round) => round[side].cpuPerRecord)),
  );
  return [
    {
      name: 'records of quality: time of one under load',
      value: `${time.ratio.toFixed(1)} × (${time.low.toFixed(1)}–${time.high.toFixed(1)})`,
      note:
        `${Math.round(1000 / time.ours)} records a second, on disk and acknowledged, against ` +
        `${Math.round(1000 / time.control)} that a bare WebSocket sends back; ${CLIENTS} clients with ${RECORDS} each at ` +
        `once; processor time of the server without its database ${(cpu ?? 0).toFixed(3)} ms, of the control ` +
        `${(controlCpu ?? 0).toFixed(3)} ms; ${time.rounds} quiet rounds of ${ROUNDS}`,
    },
  ];
};
