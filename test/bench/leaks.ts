import type { BenchSession } from './bench-session.js';
import type { ObjectCounts } from './page/live-objects.js';
import type { BenchResult } from './result.js';

const CYCLES = 50;
const WARM_UP_CYCLES = 2;
const GC_PASSES = 3;

/**
 * Classes by name, with their prototypes in the page. Captured tracks are not counted: Chromium keeps stopped ones even
 * without any SDK.
 */
const PROTOTYPES: Readonly<Record<string, string>> = {
  RTCPeerConnection: 'RTCPeerConnection.prototype',
  RTCRtpTransceiver: 'RTCRtpTransceiver.prototype',
  WebSocket: 'WebSocket.prototype',
  Conference: 'bench.conferencePrototype()',
};

/** Instances that garbage collection leaves in the page's heap, exactly. */
const retained = async ({ page }: BenchSession): Promise<Record<string, number>> => {
  const devtools = await page.context().newCDPSession(page);
  // One collection makes garbage of wrappers, the next of what only they held.
  for (let pass = 0; pass < GC_PASSES; pass += 1) await devtools.send('HeapProfiler.collectGarbage');
  const counts: Record<string, number> = {};
  for (const [name, expression] of Object.entries(PROTOTYPES)) {
    const { result } = await devtools.send('Runtime.evaluate', { expression });
    const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
    const { result: length } = await devtools.send('Runtime.callFunctionOn', {
      objectId: objects.objectId!,
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    counts[name] = length.value as number;
    await devtools.send('Runtime.releaseObject', { objectId: objects.objectId! });
  }
  await devtools.detach();
  return counts;
};

const differences = (before: object, after: object): string[] =>
  Object.entries(before).flatMap(([name, count]: [string, number]) => {
    const difference = ((after as Record<string, number>)[name] ?? 0) - count;
    return difference > 0 ? [`${name} +${difference}`] : [];
  });

/** Objects that are left after joining, publishing, subscribing and leaving again and again. */
export const run = async (session: BenchSession): Promise<BenchResult[]> => {
  const { page } = session;
  const cycle = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index += 1) await page.evaluate(() => window.bench.cycle());
  };
  const count = (): Promise<ObjectCounts> => page.evaluate(() => window.bench.counts());

  await cycle(WARM_UP_CYCLES);
  const before = { open: await count(), retained: await retained(session) };
  await cycle(CYCLES);
  const after = { open: await count(), retained: await retained(session) };

  const left = differences(before.open, after.open);
  const heap = differences(before.retained, after.retained);
  return [
    {
      name: `${CYCLES} joins and leaves: what is still open`,
      value: left.length === 0 ? 'nothing' : left.join(', '),
      budget: 'nothing',
      isMet: left.length === 0,
      note: 'peer connections, sockets, live tracks, timers, listeners on lasting objects; exact',
    },
    {
      name: `${CYCLES} joins and leaves: what the heap retains`,
      value: heap.length === 0 ? 'nothing' : heap.join(', '),
      budget: 'nothing',
      isMet: heap.length === 0,
      note: `instances of ${Object.keys(PROTOTYPES).join(', ')} after garbage collection; exact; without captured tracks, which Chromium keeps by itself`,
    },
  ];
};
