import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWeriftEngine } from './host.js';
import { HOSTILE_PACKETS } from '../packet-filter/testing/corpus.js';
import { TestPublisher, TestSubscriber, vp8Payload } from './testing/peers.js';

/**
 * A worker answers within a millisecond or two, later on a busy machine; the failures that this detects take minutes.
 */
const ANSWER_MS = 3_000;

const engine = createWeriftEngine();
const [alice, bob] = [new TestPublisher(), new TestSubscriber()];
const stranger = createSocket('udp4');
let port: number;

beforeAll(async () => {
  await engine.start();
  await new Promise<void>((resolve) => stranger.bind(0, '127.0.0.1', resolve));
  const { answer } = await alice.publish(engine, { roomId: 'room', transportId: 'a', sourceId: 's' });
  await bob.subscribe(engine, { roomId: 'room', transportId: 'b', sourceId: 's' });
  await vi.waitUntil(() => alice.state === 'connected' && bob.state === 'connected');
  port = portOf(answer);
});
afterAll(async () => {
  stranger.close();
  await Promise.all([alice.close(), bob.close()]);
  await engine.stop();
});

function portOf(answer: string): number {
  return Number(/^a=candidate:.* 127\.0\.0\.1 (\d+) /m.exec(answer)?.[1]);
}

async function send(packet: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stranger.send(packet, port, '127.0.0.1', (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Time until the worker answers a request that it reads after the previously sent packets, in ms. */
async function answerTime(): Promise<number> {
  const start = performance.now();
  await engine.stats();
  await engine.stats();
  return performance.now() - start;
}

describe('a stranger who sends to the port of a conference', () => {
  test.each(HOSTILE_PACKETS)('cannot keep the worker busy with $name', async ({ packet }) => {
    await send(packet);
    expect(await answerTime()).toBeLessThan(ANSWER_MS);
    expect(await engine.stats()).toMatchObject([{ state: 'connected' }, { state: 'connected' }]);
  });

  test('does not disturb the media', async () => {
    for (const { packet } of HOSTILE_PACKETS) await send(packet);
    await vi.waitFor(() => {
      alice.send('video', vp8Payload(true, 'picture'));
      expect(bob.video.length).toBeGreaterThan(3);
    });
    expect(await engine.stats()).toMatchObject([{ state: 'connected' }, { state: 'connected' }]);
  });
});
