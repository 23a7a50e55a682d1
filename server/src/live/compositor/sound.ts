import { FRAME, FRAME_MS, SAMPLES_PER_MS } from '../../media/mixer/format.js';
import { Limiter } from '../../media/mixer/limiter.js';
import { OpusDecoder } from '../../media/mixer/opus.js';
import { Unwrapper, type MediaPacket } from './rtp.js';

/** Beyond this distance between the actual and the intended position of a packet, the audio jumps. */
const DRIFT_MS = 40;
const FADE_SAMPLES = 5 * SAMPLES_PER_MS;
/** Longest concealment without packets; the decoder has faded to silence by then. */
const LONGEST_CONCEALMENT = 120 * SAMPLES_PER_MS;
/** Limit of packets to be decoded; 2 s. */
const MAX_WAITING = 100;
/** Capacity for decoded audio; more than a second, and a power of two. */
const RING_SAMPLES = 2 ** 16;

interface Waiting {
  readonly position: number;
  readonly payload: Buffer;
}

/** The audio of one source on a timeline of samples that is counted by our clock. */
export class SoundLane {
  readonly #decoder = new OpusDecoder();
  readonly #ring = new Int16Array(RING_SAMPLES);
  #ssrc: number | undefined;
  #unwrapper = new Unwrapper(32);
  #waiting: Waiting[] = [];
  /** Position of media time 0. */
  #offset = 0;
  #readTo = -Infinity;
  /** End of the decoded or concealed audio; the buffer is empty beyond it. */
  #writtenTo = -Infinity;
  #concealed = LONGEST_CONCEALMENT;

  /** Adds a packet that is due at `dueMs`. */
  push({ ssrc, timestamp, payload }: MediaPacket, dueMs: number): void {
    if (payload.length === 0) return;
    const due = Math.round(dueMs * SAMPLES_PER_MS);
    const isNew = ssrc !== this.#ssrc;
    if (isNew) {
      this.#ssrc = ssrc;
      this.#unwrapper = new Unwrapper(32);
    }
    const media = this.#unwrapper.unwrap(timestamp);
    if (isNew || Math.abs(media + this.#offset - due) > DRIFT_MS * SAMPLES_PER_MS) this.#offset = due - media;
    const position = media + this.#offset;
    if (position < this.#readTo) return;
    let index = this.#waiting.length;
    while (index > 0 && (this.#waiting[index - 1]?.position ?? 0) > position) index--;
    this.#waiting.splice(index, 0, { position, payload });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Adds the frame that begins at `atMs` to a sum. */
  addTo(sum: Float32Array, atMs: number): void {
    const from = Math.round(atMs * SAMPLES_PER_MS);
    const to = from + FRAME;
    if (from !== this.#readTo) this.#ring.fill(0);
    while ((this.#waiting[0]?.position ?? Infinity) < to) {
      const next = this.#waiting.shift();
      if (next !== undefined && next.position > from - FRAME) this.#decode(next, from);
    }
    this.#conceal(from, to);
    for (let sample = from; sample < Math.min(to, this.#writtenTo); sample++) {
      const at = slot(sample);
      sum[sample - from] = (sum[sample - from] ?? 0) + (this.#ring[at] ?? 0);
      // Each sample is read once; samples that are not rewritten are silence.
      this.#ring[at] = 0;
    }
    this.#readTo = to;
  }

  #decode({ position, payload }: Waiting, from: number): void {
    let samples: Int16Array;
    try {
      samples = this.#decoder.decode(payload);
    } catch {
      return; // Not Opus; a source that sends nonsense is silent.
    }
    this.#concealed = 0;
    this.#write(samples, position, from);
  }

  #conceal(from: number, to: number): void {
    if (this.#writtenTo < from) return;
    while (this.#writtenTo < to && this.#concealed < LONGEST_CONCEALMENT) {
      this.#concealed += FRAME;
      this.#write(this.#decoder.conceal(FRAME), this.#writtenTo, from);
    }
  }

  /** Fades in after a gap, and cross-fades over other audio. */
  #write(samples: Int16Array, position: number, from: number): void {
    const isContinuation = position === this.#writtenTo;
    for (let index = 0; index < samples.length; index++) {
      if (position + index < from) continue;
      const at = slot(position + index);
      const share = isContinuation ? 1 : Math.min(1, index / FADE_SAMPLES);
      const former = position + index < this.#writtenTo ? (this.#ring[at] ?? 0) : 0;
      this.#ring[at] = Math.round((samples[index] ?? 0) * share + former * (1 - share));
    }
    this.#writtenTo = position + samples.length;
  }
}

/** The sum of all lanes, 20 ms of 16-bit mono at a time, limited to full scale. */
export class SoundMix {
  readonly #limiter = new Limiter();
  readonly #sum = new Float32Array(FRAME);

  frame(lanes: Iterable<SoundLane>, atMs: number): Buffer {
    this.#sum.fill(0);
    for (const lane of lanes) lane.addTo(this.#sum, atMs);
    const out = new Int16Array(FRAME);
    this.#limiter.process(this.#sum, out);
    return Buffer.from(out.buffer);
  }
}

export { FRAME_MS };

const slot = (sample: number): number => ((sample % RING_SAMPLES) + RING_SAMPLES) % RING_SAMPLES;
