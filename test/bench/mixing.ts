import { setTimeout as delay } from 'node:timers/promises';
import { createWeriftEngine } from '@lectern/server';
import { speech } from '../../server/src/media/mixer/testing/tones.js';
import { TestPublisher, TestSubscriber, vp8 } from '../../server/src/media/werift/testing/peers.js';
import { ticksOf } from './processes.js';
import type { BenchResult } from './result.js';

const TALKERS = 10;
const LISTENERS = 20;
const PACKETS_PER_SECOND = 50;
const WARM_UP_MS = 8_000;
const MEASURE_MS = 8_000;
const ROUNDS = 2;
/**
 * Ten decodings of 0.03 ms and eleven encodings of 0.05 ms each 20 ms are 4.3 % of a core; sums, resampling and
 * limiting may cost as much again. The rest of the worker's time must remain for forwarding.
 */
const BUDGET_PERCENT = 9;

const AUDIO = { audio: true, video: false };

interface Measured {
  readonly cpuPercent: number;
  /** Packets sent, reports included, by those that are due. */
  readonly delivered: number;
}

/** One after the other: thirty handshakes at once would be a measurement of their own. */
const connected = async (peer: { readonly state: string }): Promise<void> => {
  while (peer.state !== 'connected') await delay(10);
};

/** Ten members talk; they and twenty listeners receive a mix, or else the forwarded voice of one other member. */
const measure = async (isMixed: boolean): Promise<Measured> => {
  const engine = createWeriftEngine();
  await engine.start();
  const [pid] = engine.workerPids;
  if (pid === undefined) throw new Error('the media engine has no worker');
  const mixId = 'mix';
  if (isMixed) engine.openMix({ roomId: 'room', mixId });
  const talkers = Array.from({ length: TALKERS }, () => new TestPublisher([vp8()], AUDIO, true));
  for (const [index, talker] of talkers.entries()) {
    const ids = { roomId: 'room', transportId: `talker${index}`, sourceId: `voice${index}` };
    await talker.publish(engine, { ...ids, ...(isMixed && { mix: { mixId, csrc: index + 1 } }) });
    await connected(talker);
  }
  const listeners = Array.from({ length: isMixed ? LISTENERS : LISTENERS + TALKERS }, () => new TestSubscriber());
  for (const [index, listener] of listeners.entries()) {
    const sourceId = isMixed ? mixId : `voice${index % TALKERS}`;
    await listener.subscribe(engine, { roomId: 'room', transportId: `listener${index}`, sourceId }, AUDIO);
    await connected(listener);
  }

  // Made before, so that the load's own work does not take the worker's time.
  const voices = talkers.map((_, index) => {
    const next = speech(200 + 40 * index);
    return Array.from({ length: 100 }, (_each, at) => next(at % 50)).filter((packet) => packet !== undefined);
  });
  let sent = 0;
  const started = performance.now();
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - started) * PACKETS_PER_SECOND) / 1000; sent++) {
      for (const [index, talker] of talkers.entries()) {
        const voice = voices[index] ?? [];
        const packet = voice[sent % voice.length];
        if (packet !== undefined) talker.send('audio', packet);
      }
    }
  }, 10);
  // Counted by the worker, so that a load generator that lags does not matter.
  const sentOut = async (): Promise<number> =>
    (await engine.stats()).reduce((sum, { packetsOut }) => sum + packetsOut, 0);
  await delay(WARM_UP_MS);
  const before = { at: performance.now(), ticks: ticksOf(pid), sent: await sentOut() };
  await delay(MEASURE_MS);
  const seconds = (performance.now() - before.at) / 1000;
  const cpuPercent = (ticksOf(pid) - before.ticks) / seconds;
  const delivered = ((await sentOut()) - before.sent) / (seconds * PACKETS_PER_SECOND * (TALKERS + LISTENERS));
  clearInterval(timer);
  await Promise.all([...talkers, ...listeners].map((peer) => peer.close()));
  await engine.stop();
  return { cpuPercent, delivered };
};

/** The quietest round: whatever else the machine does only adds; unless it was so busy that work was left undone. */
const best = (measured: readonly Measured[]): Measured => {
  const complete = measured.filter(({ delivered }) => delivered > 0.98);
  return (complete.length > 0 ? complete : measured).reduce((a, b) => (b.cpuPercent < a.cpuPercent ? b : a));
};

/** Measures the CPU cost of mixing ten voices, against forwarding as many packets in the same run. */
export const run = async (): Promise<BenchResult[]> => {
  const [mixed, forwarded]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    mixed.push(await measure(true));
    forwarded.push(await measure(false));
  }
  const [ours, control] = [best(mixed), best(forwarded)];
  const added = ours.cpuPercent - control.cpuPercent;
  const name = `mixing, ${TALKERS} talkers and ${LISTENERS} listeners`;
  return [
    {
      name: `${name}: CPU of the media worker beyond forwarding`,
      value: `${added.toFixed(1)} % of a core`,
      budget: `< ${BUDGET_PERCENT} % of a core`,
      isMet: added < BUDGET_PERCENT,
      note:
        `${ours.cpuPercent.toFixed(1)} % in all, against ${control.cpuPercent.toFixed(1)} % for as many connections ` +
        `with as many packets that are forwarded as they are; all talk all the time; best of ${ROUNDS} rounds, A B A B`,
    },
    {
      name: `${name}: packets sent in time`,
      value: `${(100 * ours.delivered).toFixed(1)} %`,
      budget: '≥ 100 %',
      isMet: ours.delivered > 0.995,
      note: `of ${PACKETS_PER_SECOND} a second for everybody, plus a few reports; the control ${(100 * control.delivered).toFixed(1)} %`,
    },
  ];
};
