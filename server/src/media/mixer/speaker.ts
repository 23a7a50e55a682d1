import { FRAME, FULL_SCALE, SAMPLES_PER_MS } from './format.js';
import type { SpeakerPacket } from './jitter-buffer.js';
import { OpusDecoder } from './opus.js';
import { Playout, type PlayoutCounters } from './playout.js';
import { meanSquare } from './stretch.js';

/** Fade length of a voice that is added or removed. */
const RAMP = 5 * SAMPLES_PER_MS;
/** Below this level for this time, a voice is left out of the mix: -60 dB below full scale. */
const GATE = (FULL_SCALE / 1000) ** 2;
const GATE_FRAMES = 25;

/** One voice of a mix. */
export class Speaker {
  /** The frame rendered last. */
  readonly frame = new Float32Array(FRAME);
  readonly #decoder = new OpusDecoder();
  #playout = new Playout(this.#decoder);
  #run: object | undefined;
  #isMuted = false;
  #gain = 0;
  #quietFrames = GATE_FRAMES;
  #power = 0;

  constructor(public csrc: number) {}

  /** Mean square of the frame rendered last. */
  get power(): number {
    return this.#power;
  }

  get counters(): PlayoutCounters {
    return this.#playout.counters;
  }

  get delayMs(): number {
    return this.#playout.delayMs;
  }

  /** @param run identifies one run of sequence numbers and timestamps; a new one resets the state */
  put(run: object, packet: SpeakerPacket, nowMs: number): void {
    if (run !== this.#run) {
      if (this.#run !== undefined) this.#playout = new Playout(this.#decoder);
      this.#run = run;
    }
    this.#playout.put(packet, nowMs);
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  /** Renders the next frame; false where it does not contribute to the mix. */
  render(nowMs: number, isLeaving = false): boolean {
    const isSilenced = this.#isMuted || isLeaving;
    if (isSilenced && this.#gain === 0) {
      this.pause();
      return false;
    }
    const hasSound = this.#playout.render(this.frame, nowMs);
    const power = hasSound ? meanSquare(this.frame, FRAME) : 0;
    this.#quietFrames = power > GATE ? 0 : this.#quietFrames + 1;
    const target = isSilenced || this.#quietFrames > GATE_FRAMES ? 0 : 1;
    const isHeard = this.#gain > 0 || target > 0;
    if (isHeard) this.#ramp(target);
    this.#power = isHeard ? power : 0;
    return isHeard;
  }

  /** Discards pending audio. */
  pause(): void {
    this.#playout.stop();
    this.#gain = 0;
    this.#quietFrames = GATE_FRAMES;
    this.#power = 0;
  }

  #ramp(target: number): void {
    const { frame } = this;
    if (this.#gain === 1 && target === 1) return;
    const step = Math.sign(target - this.#gain) / RAMP;
    let gain = this.#gain;
    for (let index = 0; index < FRAME; index++) {
      gain = step > 0 ? Math.min(target, gain + step) : Math.max(target, gain + step);
      frame[index] = (frame[index] ?? 0) * gain;
    }
    this.#gain = gain;
  }
}
