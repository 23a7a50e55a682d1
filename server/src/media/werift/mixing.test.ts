import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RtpPacket } from 'werift';
import { amplitudeOf, decodeAll, TonePackets } from '../mixer/testing/tones.js';
import type { MixPart } from '../mix.js';
import { createWeriftEngine } from './host.js';
import { TestPublisher, TestSubscriber, vp8 } from './testing/peers.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const engine = createWeriftEngine({ announcedAddresses: ['127.0.0.1'] });
const closers: (() => Promise<void> | void)[] = [];
let count = 0;

beforeAll(() => engine.start());
afterAll(() => engine.stop());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function ids(sourceId: string): { roomId: string; transportId: string; sourceId: string } {
  return { roomId: 'room', transportId: `t${++count}`, sourceId };
}

/** Opens a mix that lives as long as the test. */
function openMix(): string {
  const mixId = `mix${++count}`;
  engine.openMix({ roomId: 'room', mixId });
  closers.push(() => engine.removeSource(mixId));
  return mixId;
}

interface Talker {
  readonly peer: TestPublisher;
  readonly sourceId: string;
  readonly answer: string;
}

/** A member that sends a tone, a packet each 20 ms, for as long as the test. */
async function talker(mix: MixPart, frequency: number | undefined, on = engine): Promise<Talker> {
  const hasVoice = frequency !== undefined;
  const peer = new TestPublisher([vp8()], { audio: hasVoice, video: false }, true);
  const sourceId = `s${++count}`;
  const { answer } = await peer.publish(on, { ...ids(sourceId), mix });
  closers.push(
    () => peer.close(),
    () => on.removeSource(sourceId),
  );
  if (hasVoice) {
    const packets = new TonePackets(frequency);
    const started = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      while (sent * 20 < performance.now() - started) {
        peer.send('audio', packets.next());
        sent++;
      }
    }, 5);
    closers.push(() => clearInterval(timer));
  }
  return { peer, sourceId, answer };
}

async function listener(mixId: string): Promise<TestSubscriber> {
  const peer = new TestSubscriber();
  closers.push(() => peer.close());
  await peer.subscribe(engine, ids(mixId), { audio: true, video: false });
  return peer;
}

/** The last second or so of what was received. */
function recent(packets: readonly RtpPacket[], frames = 40): Int16Array {
  // Begins earlier, as a decoder needs a few packets to settle.
  return decodeAll(packets.slice(-frames - 10).map(({ payload }) => payload)).subarray(10 * 960);
}

async function hears(packets: readonly RtpPacket[], loud: readonly number[], silent: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      expect(packets.length).toBeGreaterThan(60);
      const sound = recent(packets);
      for (const frequency of loud) expect(amplitudeOf(sound, frequency), `${frequency} Hz`).toBeGreaterThan(0.1);
      for (const frequency of silent) expect(amplitudeOf(sound, frequency), `${frequency} Hz`).toBeLessThan(0.002);
    },
    { timeout: 10_000, interval: 100 },
  );
}

test('each talker hears all others and never itself; whoever subscribes hears all', async () => {
  const mixId = openMix();
  const [alice, bob, quiet] = [
    await talker({ mixId, csrc: 11 }, 440),
    await talker({ mixId, csrc: 22 }, 1_000),
    await talker({ mixId, csrc: 33 }, undefined),
  ];
  const audience = await listener(mixId);
  await hears(alice.peer.heard, [1_000], [440]);
  await hears(bob.peer.heard, [440], [1_000]);
  await hears(quiet.peer.heard, [440, 1_000], []);
  await hears(audience.audio, [440, 1_000], []);
  expect(alice.peer.heard.at(-1)?.header.csrc).toEqual([22]);
  expect([...audience.audio.at(-1)!.header.csrc].sort()).toEqual([11, 22]);
});

describe('a mix', () => {
  test('is answered with sendrecv and a stream of its own; with sendonly where there is no microphone', async () => {
    const mixId = openMix();
    const alice = await talker({ mixId, csrc: 1 }, 440);
    expect(alice.answer).toMatch(/m=audio 9[^]*a=sendrecv\r\na=msid:mix\d+ mix\d+-audio\r\n/);
    const quiet = await talker({ mixId, csrc: 2 }, undefined);
    expect(quiet.answer).toMatch(/m=audio 9[^]*a=sendonly\r\na=msid:mix\d+ mix\d+-audio\r\n/);
  });

  test('delivers silence at the full rate before anybody talks', async () => {
    const audience = await listener(openMix());
    await vi.waitFor(() => expect(audience.audio.length).toBeGreaterThan(50), 5_000);
    const steps = audience.audio
      .slice(1)
      .map(({ header }, index) => header.timestamp - audience.audio[index]!.header.timestamp);
    expect(new Set(steps)).toEqual(new Set([960]));
    expect(Math.max(...recent(audience.audio).map(Math.abs))).toBeLessThan(4);
    expect(audience.audio.at(-1)?.header.csrc).toEqual([]);
  });
});
