import { describe, expect, test } from 'vitest';
import { FULL_SCALE } from './format.js';
import { TestRoom } from './testing/room.js';
import { amplitudeOf, endlessTone, sharpestBend, TonePackets } from './testing/tones.js';

/** A voice that begins or ends unramped bends the curve by 1,500 and more. */
const CLICK = 400;

describe('who hears whom', () => {
  test('each talker hears all others, never itself; everybody else hears all', () => {
    const room = new TestRoom();
    const voices = [room.voice(300), room.voice(700), room.voice(1_100)];
    const ears = voices.map(({ speaker }) => room.ear(speaker));
    const audience = room.ear();
    room.seconds(2);
    for (const [own, ear] of [...ears, audience].entries()) {
      const sound = ear.heard(40);
      for (const [index, frequency] of [300, 700, 1_100].entries()) {
        if (index === own) expect(amplitudeOf(sound, frequency)).toBeLessThan(0.001);
        else expect(amplitudeOf(sound, frequency)).toBeCloseTo(0.2, 1);
      }
    }
  });

  test('the speakers of each packet are named, loudest first, without oneself', () => {
    const room = new TestRoom();
    const soft = room.voice(300, { csrc: 1, level: 0.1 });
    room.voice(700, { csrc: 2, level: 0.3 });
    room.voice(1_100, { csrc: 3, level: 0.2 });
    const [own, audience] = [room.ear(soft.speaker), room.ear()];
    room.seconds(1);
    expect(own.packets.at(-1)?.csrcs).toEqual([2, 3]);
    expect(audience.packets.at(-1)?.csrcs).toEqual([2, 3, 1]);
  });

  test('at most fifteen speakers are named, and all are heard', () => {
    const room = new TestRoom();
    const frequencies = Array.from({ length: 17 }, (_, index) => 300 + 50 * index);
    for (const frequency of frequencies) room.voice(frequency, { level: 0.02, packets: endlessTone(frequency, 0.02) });
    const audience = room.ear();
    room.seconds(1);
    expect(audience.packets.at(-1)?.csrcs).toHaveLength(15);
    const sound = audience.heard(25);
    for (const frequency of frequencies) expect(amplitudeOf(sound, frequency)).toBeGreaterThan(0.01);
  });

  test('a voice below the noise of a room is no part of the mix', () => {
    const room = new TestRoom();
    room.voice(440, { level: 0.0005 });
    const audience = room.ear();
    room.seconds(1);
    expect(audience.packets.at(-1)?.csrcs).toEqual([]);
    expect(audience.packets.at(-1)?.level).toBe(127);
  });

  test('the level of each packet is told in dB below full scale', () => {
    const room = new TestRoom();
    room.voice(440, { level: 0.1 });
    const audience = room.ear();
    room.seconds(1);
    // A sine of a tenth of full scale: 20 dB, plus 3 for a sine.
    expect(audience.packets.at(-1)?.level).toBe(23);
  });
});

describe('delivery', () => {
  test('silence comes at the full rate before anybody talks', () => {
    const room = new TestRoom();
    const audience = room.ear();
    room.seconds(2);
    expect(audience.packets.length).toBeGreaterThanOrEqual(100);
    const times = audience.packets.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.map((_, index) => times[0]! + 960 * index));
    expect(audience.heard().every((sample) => sample === 0)).toBe(true);
  });

  test('those who are not heard themselves share one encoding', () => {
    const room = new TestRoom();
    const talker = room.voice(300);
    const silent = room.voice(700, { packets: () => undefined });
    const [own, quiet, audience] = [room.ear(talker.speaker), room.ear(silent.speaker), room.ear()];
    room.seconds(1);
    expect(quiet.packets.at(-1)?.payload).toBe(audience.packets.at(-1)?.payload);
    expect(own.packets.at(-1)?.payload).not.toBe(audience.packets.at(-1)?.payload);
  });

  test('nothing is encoded for a listener that does not listen, and it goes on where the others are', () => {
    const room = new TestRoom();
    room.voice(440);
    const ear = room.ear();
    ear.isListening = false;
    room.seconds(1);
    expect(ear.packets).toEqual([]);
    ear.isListening = true;
    room.seconds(1);
    expect(amplitudeOf(ear.heard(10), 440)).toBeCloseTo(0.2, 1);
    expect(ear.packets[0]!.timestamp).toBeGreaterThanOrEqual(48_000);
  });

  test('a closed mix delivers nothing and leaves no timer', () => {
    const room = new TestRoom();
    const ear = room.ear();
    room.seconds(1);
    const count = ear.packets.length;
    room.mix.close();
    room.seconds(1);
    expect(ear.packets.length).toBe(count);
    expect(room.clock.pending).toBe(0);
  });
});

describe('coming and going', () => {
  test('nobody hears a click when a voice joins, is muted, comes back and leaves', () => {
    const room = new TestRoom();
    const steady = room.voice(440);
    const ears = [room.ear(), room.ear(steady.speaker)];
    room.seconds(1);
    const guest = room.voice(300);
    room.seconds(1);
    guest.speaker.setMuted(true);
    room.seconds(1);
    guest.speaker.setMuted(false);
    room.seconds(1);
    room.mix.removeSpeaker(guest.speaker);
    room.seconds(1);
    const [all, others] = ears.map((ear) => ear.heard(25));
    expect(sharpestBend(all!)).toBeLessThan(CLICK);
    expect(sharpestBend(others!)).toBeLessThan(CLICK);
    const second = (sound: Int16Array, from: number): Int16Array =>
      sound.subarray(from * 48_000, (from + 0.9) * 48_000);
    const heard = [0.6, 1.6, 2.6, 3.6].map((from) => amplitudeOf(second(others!, from), 300));
    expect(heard.map((amplitude) => amplitude > 0.1)).toEqual([true, false, true, false]);
  });

  test('nobody hears a click when talkers fall silent and speak again, oneself included', () => {
    const room = new TestRoom();
    room.voice(440);
    const tone = new TonePackets(300);
    // Two seconds of voice, then two seconds of a pause without packets.
    const own = room.voice(300, { packets: (index) => (Math.floor(index / 100) % 2 === 0 ? tone.next() : undefined) });
    const [ear, audience] = [room.ear(own.speaker), room.ear()];
    room.seconds(8);
    // The common encoding and its own one alternate for it.
    expect(
      new Set(ear.packets.map(({ payload }) => audience.packets.some((other) => other.payload === payload))),
    ).toEqual(new Set([true, false]));
    expect(sharpestBend(ear.heard(25))).toBeLessThan(CLICK / 2);
    expect(amplitudeOf(ear.heard(25), 300)).toBeLessThan(0.001);
    expect(sharpestBend(audience.heard(25))).toBeLessThan(CLICK);
  });

  test('a muted voice is gone within two frames', () => {
    const room = new TestRoom();
    const voice = room.voice(440);
    const ear = room.ear();
    room.seconds(1);
    const at = ear.packets.length;
    voice.speaker.setMuted(true);
    room.seconds(1);
    expect(Math.max(...ear.heard(at + 2).map(Math.abs))).toBeLessThan(30);
    expect(ear.packets[at + 2]?.csrcs).toEqual([]);
  });
});

test('whatever one member sends, the others are heard', () => {
  const room = new TestRoom();
  room.voice(440);
  let state = 7;
  const roll = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
  const tone = new TonePackets(1_000, 0.01);
  const hostile = room.voice(1_000, {
    packets: () => {
      const packet = Buffer.from(tone.next());
      // Cut, damaged, empty, or of another kind.
      for (let damage = roll(4); damage > 0; damage--) packet[roll(packet.length)] = roll(256);
      return packet.subarray(0, roll(3) === 0 ? roll(packet.length) : packet.length);
    },
  });
  const others = room.ear(hostile.speaker);
  const audience = room.ear();
  for (let second = 0; second < 6; second++) {
    const far = { sequence: roll(2 ** 20), timestamp: roll(2 ** 32), payload: Buffer.alloc(1_400, roll(256)) };
    hostile.speaker.put(roll(2) === 0 ? {} : hostile, far, room.clock.now());
    room.seconds(1);
  }
  expect(amplitudeOf(others.heard(25), 440)).toBeCloseTo(0.2, 1);
  expect(sharpestBend(others.heard(25))).toBeLessThan(60);
  expect(audience.packets.length).toBeGreaterThanOrEqual(300);
});

test('many loud voices are turned down, not cut off', () => {
  const room = new TestRoom();
  const frequencies = [310, 430, 570, 710, 890];
  for (const frequency of frequencies) room.voice(frequency, { packets: endlessTone(frequency, 0.6) });
  const ear = room.ear();
  room.seconds(4);
  const sound = ear.heard(50);
  // Their sum is three times what fits.
  const most = sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(most).toBeLessThan(FULL_SCALE);
  expect(most).toBeGreaterThan(0.8 * FULL_SCALE);
  const levels = frequencies.map((frequency) => amplitudeOf(sound, frequency));
  for (const level of levels) expect(level).toBeGreaterThan(0.1);
  // Clipping would add frequencies that no voice has: sums and differences of the voices' own.
  for (const foreign of [2 * 890 - 310, 890 + 710, 3 * 430]) expect(amplitudeOf(sound, foreign)).toBeLessThan(0.01);
});
