import { describe, expect, test } from 'vitest';
import { TestRoom, type VoiceOptions, type Way } from './testing/room.js';
import { amplitudeOf, endlessTone, sharpestBend, speech } from './testing/tones.js';

const CLICK = 700;

/** Deterministic random numbers. */
function dice(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

function hear(
  options: VoiceOptions,
  seconds = 10,
): { sound: Int16Array; room: TestRoom; concealed: number; recovered: number; delayMs: number } {
  const room = new TestRoom();
  const { speaker } = room.voice(440, { packets: endlessTone(440), ...options });
  const ear = room.ear();
  room.seconds(seconds);
  const { concealed, recovered } = speaker.counters;
  return { sound: ear.heard(25), room, concealed: concealed / 48, recovered: recovered / 48, delayMs: speaker.delayMs };
}

/** The quietest 100 ms. */
function softest(sound: Int16Array, frequency = 440): number {
  let least = 1;
  for (let start = 0; start + 4_800 <= sound.length; start += 4_800) {
    least = Math.min(least, amplitudeOf(sound.subarray(start, start + 4_800), frequency));
  }
  return least;
}

function lossy(share: number): Way {
  const roll = dice();
  return () => (roll() < share ? 'lost' : 10);
}

describe('a network that', () => {
  test('is steady costs little delay and changes nothing', () => {
    const { sound, concealed, delayMs } = hear({});
    expect(concealed).toBe(0);
    expect(softest(sound)).toBeGreaterThan(0.19);
    expect(sharpestBend(sound)).toBeLessThan(60);
    expect(delayMs).toBe(25);
  });

  test.each([
    [0.05, 0.19],
    [0.2, 0.17],
  ])('loses %f of the packets is concealed', (share, least) => {
    const { sound, concealed } = hear({ way: lossy(share) });
    expect(concealed).toBeGreaterThan(0.7 * share * 10_000);
    expect(amplitudeOf(sound, 440)).toBeGreaterThan(least);
    expect(sharpestBend(sound)).toBeLessThan(CLICK);
  });

  test('delivers out of order is put in order', () => {
    const { sound, concealed } = hear({ way: (index) => (index % 10 === 0 ? 35 : 10) });
    expect(concealed).toBeLessThan(200);
    expect(sharpestBend(sound.subarray(-5 * 48_000))).toBeLessThan(60);
  });

  test('delivers packets twice is heard once', () => {
    const room = new TestRoom();
    const packets = endlessTone(440);
    const voice = room.voice(440, { packets });
    const { put } = voice.speaker;
    voice.speaker.put = (...parameters) => {
      put.apply(voice.speaker, parameters);
      put.apply(voice.speaker, parameters);
    };
    const ear = room.ear();
    room.seconds(3);
    expect(sharpestBend(ear.heard(25))).toBeLessThan(60);
    expect(voice.speaker.counters.decoded).toBeLessThan(3 * 48_000);
  });

  test('is unsteady gets as much delay as it needs, and no more once it is steady', () => {
    const roll = dice();
    const unsteady = hear({ way: () => 10 + 50 * roll() });
    expect(unsteady.concealed).toBeLessThan(100);
    expect(unsteady.delayMs).toBeGreaterThan(60);
    expect(unsteady.delayMs).toBeLessThan(85);
    const calmed = hear({ way: (index) => (index < 250 ? 10 + 50 * roll() : 10) }, 20);
    expect(calmed.delayMs).toBe(25);
    expect(sharpestBend(calmed.sound)).toBeLessThan(CLICK);
  });

  test('stands still for 200 ms loses none of what was said', () => {
    const { sound, concealed } = hear(
      { way: (index) => (index >= 200 && index < 210 ? 10 + (210 - index) * 20 : 10) },
      20,
    );
    expect(concealed).toBeLessThan(220);
    expect(sharpestBend(sound)).toBeLessThan(CLICK);
  });

  test('becomes 100 ms slower is followed within a quarter of a second', () => {
    const { concealed, delayMs, sound } = hear({ way: (index) => (index > 200 ? 110 : 10) });
    expect(concealed).toBeLessThan(250);
    expect(delayMs).toBeLessThan(130);
    expect(sharpestBend(sound)).toBeLessThan(CLICK);
  });
});

describe('speech as browsers encode it', () => {
  const heardOf = (way: Way): ReturnType<typeof hear> => hear({ packets: speech(440), way }, 15);

  test('pauses of the encoder are silence, not loss', () => {
    const { sound, concealed } = heardOf(() => 10);
    expect(concealed).toBe(0);
    expect(sharpestBend(sound)).toBeLessThan(200);
  });

  test('what is lost is recovered from what the next packet repeats', () => {
    const { recovered, concealed, sound } = heardOf(lossy(0.05));
    expect(recovered).toBeGreaterThan(2 * concealed);
    expect(amplitudeOf(sound, 440)).toBeGreaterThan(0.9 * amplitudeOf(heardOf(() => 10).sound, 440));
  });
});

test('publishers whose clocks are fast and slow are heard unbroken and undelayed for ten minutes', () => {
  const room = new TestRoom();
  const minutes = 10;
  const last = minutes * 60 * 50;
  // Each ends in another tone, which marks its total delay.
  const voice = (frequency: number, skewPpm: number): ReturnType<TestRoom['voice']> => {
    const [first, second] = [endlessTone(frequency), endlessTone(2 * frequency)];
    const way = dice(frequency);
    return room.voice(frequency, {
      skewPpm,
      way: () => 10 + 4 * way(),
      packets: (index) => (index < last ? first : second)(index),
    });
  };
  const [fast, slow] = [voice(300, 200), voice(500, -200)];
  const ear = room.ear();
  room.seconds(minutes * 60 + 2);
  expect([fast.speaker.counters.concealed, slow.speaker.counters.concealed]).toEqual([0, 0]);
  // The fast clock covers in 599.88 s the same media time as the slow one in 600.12 s.
  for (const [frequency, skew] of [
    [300, 200],
    [500, -200],
  ] as const) {
    const changed = Math.round((last * 20) / (1 + skew / 1e6) / 20);
    const before = ear.heard(changed - 200, changed);
    const after = ear.heard(changed + 8, changed + 50);
    expect(softest(before, frequency)).toBeGreaterThan(0.19);
    expect(softest(after, 2 * frequency)).toBeGreaterThan(0.19);
    expect(amplitudeOf(after, frequency)).toBeLessThan(0.01);
  }
});
