import { Encoder } from '@evan/opus';
import { FRAME, FULL_SCALE, SAMPLE_RATE } from '../format.js';
import { OpusDecoder, OpusEncoder } from '../opus.js';

/** Voices for tests: each member is a tone, so that the spectrum shows which members are audible. */

/** A tone of `frequency` Hz, frame after frame; `level` is the amplitude, 1 for full scale. */
export class Tone {
  #index = 0;

  constructor(
    readonly frequency: number,
    readonly level = 0.2,
  ) {}

  frame(samples = FRAME): Int16Array {
    return Int16Array.from({ length: samples }, () => {
      const phase = (2 * Math.PI * this.frequency * this.#index++) / SAMPLE_RATE;
      return Math.round(this.level * FULL_SCALE * Math.sin(phase));
    });
  }
}

/** A tone as Opus packets. */
export class TonePackets {
  readonly #encoder = new OpusEncoder();
  readonly #tone: Tone;

  constructor(frequency: number, level?: number) {
    this.#tone = new Tone(frequency, level);
  }

  next(): Buffer {
    return this.#encoder.encode(this.#tone.frame());
  }
}

/** A tone without end from one second of it; the frequency must be a whole number. */
export function endlessTone(frequency: number, level?: number): (index: number) => Buffer {
  const packets = new TonePackets(frequency, level);
  // The first second lets the encoder settle, so that the loop is seamless.
  const loop = Array.from({ length: 100 }, () => packets.next()).slice(50);
  return (index) => loop[index % loop.length]!;
}

/**
 * Syllables of a voice of this pitch, as a browser encodes them: for speech, with FEC, and with DTX in the pauses of
 * half a second after each second. Undefined where DTX sends nothing.
 */
export function speech(frequency: number): (index: number) => Buffer | undefined {
  const encoder = new Encoder({ channels: 1, sample_rate: SAMPLE_RATE, application: 'voip' });
  encoder.bitrate = 32_000;
  encoder.inband_fec = true;
  encoder.packet_loss = 20;
  encoder.dtx = true;
  const tone = new Tone(frequency);
  let isPausing = false;
  return (index) => {
    const isSpeaking = index % 75 < 50;
    const frame = tone.frame().map((sample, at) => {
      const syllable = 0.5 - 0.5 * Math.cos((2 * Math.PI * (((index % 75) % 10) * FRAME + at)) / (10 * FRAME));
      return isSpeaking ? Math.round(sample * syllable) : 0;
    });
    const packet = Buffer.from(encoder.encode(frame));
    const wasPausing = isPausing;
    isPausing = packet.length <= 2;
    return isPausing && wasPausing ? undefined : packet;
  };
}

/** The largest second difference of the signal: high for a click, low for a tone below 1 kHz. */
export function sharpestBend(samples: Int16Array): number {
  let sharpest = 0;
  for (let index = 2; index < samples.length; index++) {
    sharpest = Math.max(sharpest, Math.abs(samples[index]! - 2 * samples[index - 1]! + samples[index - 2]!));
  }
  return sharpest;
}

/** Audio is analysed in segments of 100 ms: a pitch that is off by half a per cent is still the same voice. */
const STRETCH = SAMPLE_RATE / 10;

/** Amplitude of a frequency in the samples, with 1 for full scale. */
export function amplitudeOf(samples: Int16Array, frequency: number): number {
  let power = 0;
  let count = 0;
  for (let start = 0; start + STRETCH <= samples.length; start += STRETCH, count++) {
    power += goertzel(samples.subarray(start, start + STRETCH), frequency) ** 2;
  }
  return Math.sqrt(power / count);
}

function goertzel(samples: Int16Array, frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / SAMPLE_RATE);
  let [before, last] = [0, 0];
  for (let index = 0; index < samples.length; index++) {
    // A window prevents leakage of a strong tone into neighbouring frequencies.
    const window = 1 - Math.cos((2 * Math.PI * index) / samples.length);
    [before, last] = [last, samples[index]! * window + coefficient * last - before];
  }
  const power = before * before + last * last - coefficient * before * last;
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length / FULL_SCALE;
}

/** Decodes Opus packets as a listener does, from the first on. */
export function decodeAll(payloads: Iterable<Uint8Array>): Int16Array {
  const decoder = new OpusDecoder();
  const frames = [...payloads].map((payload) => Int16Array.from(decoder.decode(payload)));
  const samples = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    samples.set(frame, offset);
    offset += frame.length;
  }
  return samples;
}
