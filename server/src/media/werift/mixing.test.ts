import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RtpPacket } from 'werift';
import { MediaError } from '../engine.js';
import { amplitudeOf, decodeAll, TonePackets } from '../mixer/testing/tones.js';
import type { MixPart } from '../mix.js';
import { createWeriftEngine } from './host.js';
import { chromiumOffer } from './testing/offers.js';
import { TestPublisher, TestSubscriber, vp8 } from './testing/peers.js';

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

/** Opens a mix for the duration of the test. */
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

/** A member that sends a tone, one packet each 20 ms, for the duration of the test. */
async function talker(
  mix: MixPart | undefined,
  frequency: number | undefined,
  { on = engine, sourceId = `s${++count}` } = {},
): Promise<Talker> {
  const hasVoice = frequency !== undefined;
  const peer = new TestPublisher([vp8()], { audio: hasVoice, video: false }, true);
  const { answer } = await peer.publish(on, { ...ids(sourceId), ...(mix === undefined ? {} : { mix }) });
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

async function listener(mixId: string, on = engine): Promise<TestSubscriber> {
  const peer = new TestSubscriber();
  closers.push(() => peer.close());
  await peer.subscribe(on, ids(mixId), { audio: true, video: false });
  return peer;
}

/** The last second or so of the received packets. */
function recent(packets: readonly RtpPacket[], frames = 40): Int16Array {
  // Starts earlier, as a decoder needs a few packets to settle.
  return decodeAll(packets.slice(-frames - 10).map(({ payload }) => payload)).subarray(10 * 960);
}

/** Waits until the audio received from now on contains these tones, and not those. */
async function hears(packets: RtpPacket[], loud: readonly number[], silent: readonly number[]): Promise<void> {
  packets.length = 0;
  await vi.waitFor(
    () => {
      expect(packets.length).toBeGreaterThan(60);
      const sound = recent(packets);
      for (const frequency of loud) expect(amplitudeOf(sound, frequency), `${frequency} Hz`).toBeGreaterThan(0.1);
      for (const frequency of silent) expect(amplitudeOf(sound, frequency), `${frequency} Hz`).toBeLessThan(0.002);
    },
    { interval: 100 },
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
  await Promise.all([
    hears(alice.peer.heard, [1_000], [440]),
    hears(bob.peer.heard, [440], [1_000]),
    hears(quiet.peer.heard, [440, 1_000], []),
    hears(audience.audio, [440, 1_000], []),
  ]);
  expect(alice.peer.heard.at(-1)?.header.csrc).toEqual([22]);
  expect([...audience.audio.at(-1)!.header.csrc].sort()).toEqual([11, 22]);
});

describe('a mix', () => {
  const EXTENSION = 'a=extmap:7 urn:ietf:params:rtp-hdrext:ssrc-audio-level';

  test.each([
    ['sendrecv', 'sendrecv', true],
    ['recvonly', 'sendonly', true],
    ['sendonly', 'recvonly', false],
  ])('an offer that is %s is answered %s', async (offered, answered, isSent) => {
    const mixId = openMix();
    const own = ids(`s${++count}`);
    closers.push(() => engine.removeSource(own.sourceId));
    const offer = chromiumOffer({ audio: offered, video: 'sendonly' }).replace(
      'a=rtcp-rsize',
      `a=rtcp-rsize\r\n${EXTENSION}`,
    );
    const { answer, kinds } = await engine.publish({ ...own, offer, videoCodecs: ['VP8'], mix: { mixId, csrc: 1 } });
    const [, audio = '', video = ''] = answer.split('m=');
    expect(audio).toContain(`a=${answered}\r\n`);
    expect(audio.includes(`a=msid:${mixId} ${mixId}-audio\r\n`)).toBe(isSent);
    // Levels of packets are read in one direction and told in the other.
    expect(audio).toContain(EXTENSION);
    expect(video).toContain('a=recvonly\r\n');
    expect(kinds).toEqual({ audio: offered !== 'recvonly', video: true });
  });

  test('that is not open is refused', async () => {
    const peer = new TestPublisher();
    closers.push(() => peer.close());
    const published = peer.publish(engine, { ...ids('s'), mix: { mixId: 'nobody', csrc: 1 } });
    expect(await published.catch((error: unknown) => error instanceof MediaError && error.reason)).toBe('no-source');
    expect(await engine.stats()).toEqual([]);
  });

  test('delivers silence at the full rate before anybody talks', async () => {
    const audience = await listener(openMix());
    await vi.waitFor(() => expect(audience.audio.length).toBeGreaterThan(50));
    const steps = audience.audio
      .slice(1)
      .map(({ header }, index) => header.timestamp - audience.audio[index]!.header.timestamp);
    // After a standstill of the whole process frames are skipped in time, without a gap in the numbers.
    expect(steps.filter((step) => step % 960 !== 0)).toEqual([]);
    expect(steps.filter((step) => step === 960).length).toBeGreaterThan(0.8 * steps.length);
    expect(Math.max(...recent(audience.audio).map(Math.abs))).toBeLessThan(4);
    expect(audience.audio.at(-1)?.header.csrc).toEqual([]);
  });

  test('is without a muted voice until it is unmuted', async () => {
    const mixId = openMix();
    const alice = await talker({ mixId, csrc: 1 }, 440);
    await talker({ mixId, csrc: 2 }, 1_000);
    const audience = await listener(mixId);
    await hears(audience.audio, [440, 1_000], []);
    engine.setForwarded(alice.sourceId, { audio: false, video: true });
    await hears(audience.audio, [1_000], [440]);
    engine.setForwarded(alice.sourceId, { audio: true, video: true });
    await hears(audience.audio, [440, 1_000], []);
  });

  test('goes on when a member publishes again, and is left by publishing without it', async () => {
    const mixId = openMix();
    const alice = await talker({ mixId, csrc: 1 }, 440);
    const bob = await talker({ mixId, csrc: 2 }, 1_000);
    await hears(bob.peer.heard, [440], [1_000]);
    await alice.peer.close();
    const again = await talker({ mixId, csrc: 1 }, 700, { sourceId: alice.sourceId });
    await Promise.all([hears(bob.peer.heard, [700], [440, 1_000]), hears(again.peer.heard, [1_000], [700])]);
    await talker(undefined, 700, { sourceId: alice.sourceId });
    await hears(bob.peer.heard, [], [440, 700, 1_000]);
  });

  test('ends with its source, and its listeners with it', async () => {
    const mixId = openMix();
    const audience = await listener(mixId);
    await vi.waitFor(() => expect(audience.audio.length).toBeGreaterThan(5));
    const closed = new Promise((resolve) => {
      const listen = (id: string, state: string): void => {
        if (state !== 'closed') return;
        engine.off('transportState', listen);
        resolve(id);
      };
      engine.on('transportState', listen);
    });
    engine.removeSource(mixId);
    expect(await closed).toBe(`t${count}`);
    const late = new TestSubscriber();
    closers.push(() => late.close());
    const reason = late
      .subscribe(engine, ids(mixId))
      .catch((error: unknown) => error instanceof MediaError && error.reason);
    expect(await reason).toBe('no-source');
  });
});

describe('when its worker dies', () => {
  const own = createWeriftEngine({ workers: 2, announcedAddresses: ['127.0.0.1'] });
  beforeAll(() => own.start());
  afterAll(() => own.stop());

  test('a mix exists again in the next one, and those who publish again are part of it', async () => {
    own.openMix({ roomId: 'room', mixId: 'lasting' });
    const before = await talker({ mixId: 'lasting', csrc: 1 }, 440, { on: own });
    const audience = await listener('lasting', own);
    await hears(audience.audio, [440], []);
    const lost = new Promise<readonly string[]>((resolve) => {
      own.on('workerLost', (transportIds) => {
        if (transportIds.length > 0) resolve(transportIds);
      });
    });
    for (const pid of own.workerPids) process.kill(pid, 'SIGKILL');
    expect(await lost).toHaveLength(2);
    // Subscribed first: the mix must not need to be opened again.
    const [late, alice] = [
      await listener('lasting', own),
      await talker({ mixId: 'lasting', csrc: 1 }, 700, { on: own, sourceId: before.sourceId }),
    ];
    await hears(late.audio, [700], [440]);
    const bob = await talker({ mixId: 'lasting', csrc: 2 }, 1_000, { on: own });
    await Promise.all([hears(alice.peer.heard, [1_000], [700]), hears(bob.peer.heard, [700], [1_000])]);
  });
});
