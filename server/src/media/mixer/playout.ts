import { FRAME, SAMPLE_RATE, SAMPLES_PER_MS } from './format.js';
import { type BufferedPacket, JitterBuffer, type SpeakerPacket } from './jitter-buffer.js';
import { OpusDecoder } from './opus.js';
import { PlayoutClock } from './playout-clock.js';
import { LOOK_BACK, SampleQueue } from './sample-queue.js';
import { findPeriod, LOOK_AHEAD, PERIOD_WINDOW, resample, withoutPeriod, withPeriod } from './stretch.js';

/**
 * - `idle`: nothing to play until a packet falls due
 * - `playing`: audio is produced; gaps are concealed
 */
type State = 'idle' | 'playing';

/** Longest concealment without packets; the decoder has faded to silence by then. */
const LONGEST_CONCEALMENT = 120 * SAMPLES_PER_MS;
/** The encoder refreshes a pause every 400 ms; background noise fills it until then. */
const LONGEST_PAUSE = 500 * SAMPLES_PER_MS;
/** Smaller deviations of the delay are ignored. */
const TOLERANCE = 3 * SAMPLES_PER_MS;
/** Beyond this deviation, whole periods of the audio are dropped or repeated. */
const COARSE_TOLERANCE = 15 * SAMPLES_PER_MS;
/** Beyond this lag, audio is dropped whatever it is. */
const LONGEST_LAG = 400 * SAMPLES_PER_MS;
/** Number of packets after a loss for which the delay is slightly longer: 10 s. */
const RECOVERY_PACKETS = 500;
/** Half a per cent: a tenth of a semitone. */
const MOST_PER_FRAME = 5;
/** Length of a fade where the audio does not continue the previous audio. */
const RAMP = 5 * SAMPLES_PER_MS;
/** Concealed lengths are whole multiples of it. */
const CONCEAL_UNIT = 2.5 * SAMPLES_PER_MS;
/** A packet further ahead is a new start, not a continuation. */
const LONGEST_GAP = SAMPLE_RATE;

/** Counts since the beginning, in samples. */
export interface PlayoutCounters {
  concealed: number;
  recovered: number;
  decoded: number;
}

/**
 * Turns one speaker's packets into a continuous stream of frames: in order, timed by our clock, with losses recovered
 * or concealed.
 */
export class Playout {
  readonly counters: PlayoutCounters = { concealed: 0, recovered: 0, decoded: 0 };
  readonly #buffer = new JitterBuffer();
  readonly #clock = new PlayoutClock();
  readonly #queue = new SampleQueue();
  #state: State = 'idle';
  /** Timestamp after the last queued sample. */
  #next = 0;
  /** Timestamp after the last sample that was decoded, not concealed. */
  #solid = -Infinity;
  #lastSequence = 0;
  #isPause = false;
  /** True if the next audio does not continue the previous audio. */
  #isBeginning = true;
  /** Number of further packets for which the audio waits for the following packet, which may carry a lost one. */
  #recovering = 0;
  #recoveryDelay = 0;
  /** Samples concealed since the last packet. */
  #guessed = 0;

  /** @param decoder used by this playout alone from now on; its previous state is reset */
  constructor(private readonly decoder = new OpusDecoder()) {
    decoder.reset();
  }

  /** Current playout delay, in ms. */
  get delayMs(): number {
    return this.#clock.delay / SAMPLES_PER_MS;
  }

  put(packet: SpeakerPacket, nowMs: number): void {
    const kept = this.#buffer.put(packet);
    if (kept === undefined) return;
    if (!this.#clock.arrived(kept.timestamp, nowMs)) {
      this.stop();
      this.#buffer.put(packet);
    }
  }

  /** Discards pending audio; continues with later packets. */
  stop(): void {
    this.#state = 'idle';
    this.#solid = -Infinity;
    this.#buffer.clear();
    this.#queue.clear();
  }

  /** Writes the next frame; false where it is silent. */
  render(out: Float32Array, nowMs: number): boolean {
    const clockDue = this.#clock.due(nowMs);
    const due = clockDue === undefined ? undefined : clockDue - (this.#recovering > 0 ? this.#recoveryDelay : 0);
    if (this.#state === 'idle' && due !== undefined) this.#startIfDue(due);
    if (this.#state === 'playing' && due !== undefined) {
      this.#follow(due, out);
      return true;
    }
    out.fill(0);
    if (this.#queue.length === 0) return false;
    this.#play(FRAME, out);
    return true;
  }

  #startIfDue(due: number): void {
    const first = this.#head();
    if (first === undefined || first.timestamp >= due + FRAME) return;
    this.#state = 'playing';
    this.#next = first.timestamp;
    this.#lastSequence = first.sequence - 1;
    this.#isPause = false;
    this.#isBeginning = true;
    this.#guessed = 0;
    // Begins within the frame at its exact position.
    const lead = Math.round(first.timestamp - due) - this.#queue.length;
    if (lead > 0) this.#queue.pushSilence(lead);
  }

  /** Plays one frame, adjusting its length towards the target delay. */
  #follow(due: number, out: Float32Array): void {
    const ahead = this.#ahead(due);
    if (Math.abs(ahead) > COARSE_TOLERANCE) this.#adjust(ahead);
    const fine = this.#ahead(due);
    const step = Math.abs(fine) < TOLERANCE ? 0 : Math.trunc(fine / TOLERANCE);
    const count = FRAME - Math.max(-MOST_PER_FRAME, Math.min(MOST_PER_FRAME, step));
    if (count !== FRAME && this.#fill(count + LOOK_AHEAD)) {
      resample(this.#queue.view, count, out);
      this.#queue.consume(count);
      return;
    }
    while (this.#queue.length < FRAME && this.#state === 'playing') this.#advance();
    this.#play(FRAME, out);
  }

  /** Distance by which playback is ahead of due, in samples. */
  #ahead(due: number): number {
    return this.#next - this.#queue.length - due;
  }

  #adjust(ahead: number): void {
    if (ahead < -LONGEST_LAG) {
      this.#skip(-ahead);
      return;
    }
    if (!this.#fill(FRAME + PERIOD_WINDOW)) return;
    const samples = this.#queue.view.subarray(LOOK_BACK);
    const period = findPeriod(samples);
    if (period === undefined) return;
    const change = ahead < 0 ? withoutPeriod : withPeriod;
    this.#queue.replaceHead(2 * period, change(samples, period));
  }

  /** Drops audio that is far too late: a gap is better than a long delay in a conversation. */
  #skip(samples: number): void {
    const until = this.#next - this.#queue.length + samples;
    const falling = this.#queue.view.slice(LOOK_BACK, LOOK_BACK + RAMP);
    this.#queue.consume(this.#queue.length);
    fade(falling, 1, 0);
    this.#queue.push(falling);
    this.#isBeginning = true;
    for (;;) {
      const { first } = this.#buffer;
      if (first === undefined || first.timestamp + first.samples > until) break;
      this.#buffer.take();
    }
    const { first } = this.#buffer;
    if (first === undefined) this.#state = 'idle';
    else this.#next = first.timestamp;
  }

  /** Fills the queue from available packets; false where concealment would be needed. */
  #fill(samples: number): boolean {
    while (this.#queue.length < samples) {
      const packet = this.#head();
      if (packet === undefined || packet.timestamp > this.#next) return false;
      this.#decode(packet);
    }
    return true;
  }

  /** Extends the queue by concealment, or stops playback after too long a gap. */
  #advance(): void {
    const packet = this.#head();
    if (packet !== undefined && packet.timestamp <= this.#next) {
      this.#decode(packet);
      return;
    }
    if (packet === undefined) {
      const isOver = this.#guessed >= (this.#isPause ? LONGEST_PAUSE : LONGEST_CONCEALMENT);
      this.#conceal(FRAME, isOver);
      if (isOver) this.#state = 'idle';
      return;
    }
    const gap = packet.timestamp - this.#next;
    if (gap > LONGEST_GAP) {
      this.#next = packet.timestamp;
      this.#isBeginning = true;
    } else if (this.#canRecover(packet, gap)) {
      this.#recover(packet, gap);
    } else {
      this.#conceal(gap);
    }
  }

  #canRecover({ hasFec, sequence, samples }: BufferedPacket, gap: number): boolean {
    return hasFec && sequence !== this.#lastSequence + 1 && gap <= samples && gap % CONCEAL_UNIT === 0;
  }

  /** The next packet that is not too old. */
  #head(): BufferedPacket | undefined {
    for (;;) {
      const { first } = this.#buffer;
      if (first === undefined || first.timestamp >= this.#solid) return first;
      this.#buffer.take();
    }
  }

  #decode(packet: BufferedPacket): void {
    this.#buffer.take();
    this.#noteLoss(packet);
    // A late packet continues where the concealment began: the delay grows, and is reduced later.
    this.#next = this.#solid = packet.timestamp + packet.samples;
    this.#lastSequence = packet.sequence;
    this.#isPause = packet.isPause;
    this.#guessed = 0;
    this.counters.decoded += packet.samples;
    this.#attempt(packet.samples, () => this.decoder.decode(packet.payload));
  }

  /** A lost packet can be recovered from the following one, if the playout delay covers its arrival. */
  #noteLoss({ sequence, samples, hasFec }: BufferedPacket): void {
    if (hasFec && sequence > this.#lastSequence + 1)
      [this.#recovering, this.#recoveryDelay] = [RECOVERY_PACKETS, samples];
    else if (this.#recovering > 0) this.#recovering--;
  }

  #recover(packet: BufferedPacket, gap: number): void {
    this.#next += gap;
    this.#solid = this.#next;
    this.counters.recovered += gap;
    this.#attempt(gap, () => this.decoder.recover(packet.payload, gap));
  }

  /** @param isLast true if nothing follows it */
  #conceal(gap: number, isLast = false): void {
    const samples = Math.max(CONCEAL_UNIT, Math.floor(Math.min(gap, FRAME) / CONCEAL_UNIT) * CONCEAL_UNIT);
    this.#next += samples;
    this.#guessed += samples;
    if (!this.#isPause) this.counters.concealed += samples;
    this.#attempt(samples, () => {
      const sound = this.decoder.conceal(samples);
      if (isLast) fade(sound, 1, 0);
      return sound;
    });
  }

  /** A packet that cannot be decoded is silence, and its decoder is reset. */
  #attempt(samples: number, decode: () => Int16Array): void {
    try {
      const sound = decode();
      if (this.#isBeginning) fade(sound.subarray(0, RAMP), 0, 1);
      this.#isBeginning = false;
      this.#queue.push(sound);
    } catch {
      this.decoder.reset();
      this.#queue.pushSilence(samples);
    }
  }

  #play(count: number, out: Float32Array): void {
    const available = Math.min(count, this.#queue.length);
    out.fill(0, available);
    out.set(this.#queue.view.subarray(LOOK_BACK, LOOK_BACK + available));
    this.#queue.consume(available);
  }
}

function fade(samples: Int16Array | Float32Array, from: number, to: number): void {
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (samples[index] ?? 0) * (from + ((to - from) * (index + 1)) / samples.length);
  }
}
