import { Encoding } from './encoding.js';
import { FRAME } from './format.js';
import { Pacer, type SteadyClock } from './pacer.js';
import { Speaker } from './speaker.js';

/** RTP allows this many contributing sources. */
const MAX_CSRCS = 15;

/** One packet of mixed audio: 20 ms of Opus. */
export interface MixedPacket {
  /** In samples since the mix began, without wrapping. */
  readonly timestamp: number;
  /** Shared between listeners; must not be changed. */
  readonly payload: Buffer;
  /** CSRCs of the audible speakers, loudest first. */
  readonly csrcs: readonly number[];
  /** In dB below full scale, 0 to 127. */
  readonly level: number;
  /** Age of the packet's nominal time, in ms: corrects for late timers. */
  readonly nominalAgeMs: number;
}

export interface MixListener {
  /** While false, nothing is encoded for it. */
  readonly isListening: boolean;
  deliver(packet: MixedPacket): void;
}

interface Listening {
  /** The listener's own speaker, which its mix leaves out. */
  readonly own: Speaker | undefined;
  readonly listener: MixListener;
  /** Encoding of its latest packets; undefined before the first. */
  encoding: Encoding | undefined;
}

/** Sums the audio of its speakers, for each listener without the listener's own. */
export class Mix {
  readonly #speakers = new Set<Speaker>();
  readonly #leaving = new Set<Speaker>();
  readonly #listening = new Set<Listening>();
  readonly #common = new Encoding();
  /** Encodings by excluded speaker; each audible speaker has one. */
  readonly #without = new Map<Speaker, Encoding>();
  readonly #sum = new Float32Array(FRAME);
  readonly #rest = new Float32Array(FRAME);
  readonly #pacer: Pacer;

  /** Starts at once, and runs until {@link close} whether or not there is a speaker. */
  constructor(private readonly clock: SteadyClock) {
    this.#pacer = new Pacer(clock, (index, nominalMs) => this.#frame(index, nominalMs));
  }

  /** Clock by which arrival times are measured. */
  now(): number {
    return this.clock.now();
  }

  addSpeaker(csrc: number): Speaker {
    const speaker = new Speaker(csrc);
    this.#speakers.add(speaker);
    return speaker;
  }

  /** Removes the speaker, with a fade. Idempotent. */
  removeSpeaker(speaker: Speaker): void {
    if (this.#speakers.delete(speaker)) this.#leaving.add(speaker);
  }

  /**
   * Delivers a packet for each frame from now on, silence included.
   *
   * @param own the listener's own speaker
   * @returns function that ends it; idempotent
   */
  listen(listener: MixListener, own?: Speaker): () => void {
    const listening: Listening = { own, listener, encoding: undefined };
    this.#listening.add(listening);
    return () => void this.#listening.delete(listening);
  }

  /** Stops the mix. Idempotent. */
  close(): void {
    this.#pacer.stop();
    this.#listening.clear();
    this.#speakers.clear();
    this.#leaving.clear();
  }

  #frame(index: number, nominalMs: number): void {
    const listening = [...this.#listening].filter((entry) => entry.listener.isListening);
    if (listening.length === 0) return this.#idle();
    const heard = this.#render(nominalMs);
    this.#sum.fill(0);
    for (const { frame } of heard) add(this.#sum, frame, 1);
    this.#prepare(heard, listening);
    this.#common.take(this.#sum);
    for (const speaker of heard) {
      const encoding = this.#without.get(speaker);
      if (encoding === undefined) continue;
      this.#rest.set(this.#sum);
      add(this.#rest, speaker.frame, -1);
      encoding.take(this.#rest);
    }
    this.#deliver(index * FRAME, nominalMs, heard, listening);
  }

  /** Renders a frame and returns the audible speakers, loudest first. */
  #render(nominalMs: number): Speaker[] {
    const heard = [...this.#speakers].filter((speaker) => speaker.render(nominalMs));
    for (const speaker of this.#leaving) {
      if (speaker.render(nominalMs, true)) heard.push(speaker);
      else this.#leaving.delete(speaker);
    }
    return heard.sort((a, b) => b.power - a.power);
  }

  /** Creates encodings for audible speakers that listen, and removes all others. */
  #prepare(heard: readonly Speaker[], listening: readonly Listening[]): void {
    const needed = new Set<Speaker>();
    for (const { own } of listening) if (own !== undefined && heard.includes(own)) needed.add(own);
    for (const speaker of this.#without.keys()) if (!needed.has(speaker)) this.#without.delete(speaker);
    for (const speaker of needed) {
      if (this.#without.has(speaker)) continue;
      const encoding = new Encoding();
      encoding.continueFrom(this.#common);
      this.#without.set(speaker, encoding);
    }
  }

  #deliver(timestamp: number, nominalMs: number, heard: readonly Speaker[], all: readonly Listening[]): void {
    const groups = new Map<Encoding, Listening[]>();
    for (const listening of all) {
      const own = listening.own === undefined ? undefined : this.#without.get(listening.own);
      const encoding = own ?? this.#common;
      const group = groups.get(encoding);
      if (group === undefined) groups.set(encoding, [listening]);
      else group.push(listening);
    }
    for (const listening of this.#listening) if (!listening.listener.isListening) listening.encoding = undefined;
    if (!groups.has(this.#common)) this.#common.skip();
    for (const [encoding, group] of groups) {
      const hasNew = group.some((listening) => listening.encoding !== encoding);
      const payload = encoding.encode(hasNew);
      const others = heard.filter((speaker) => encoding !== this.#without.get(speaker));
      const csrcs = others.slice(0, MAX_CSRCS).map(({ csrc }) => csrc);
      const nominalAgeMs = this.clock.now() - nominalMs;
      const packet: MixedPacket = { timestamp, payload, csrcs, level: encoding.level, nominalAgeMs };
      for (const listening of group) {
        listening.encoding = encoding;
        listening.listener.deliver(packet);
      }
    }
  }

  /** There are no listeners: nothing is decoded, and nothing is kept. */
  #idle(): void {
    for (const speaker of this.#speakers) speaker.pause();
    this.#leaving.clear();
    this.#common.skip();
  }
}

function add(sum: Float32Array, frame: Float32Array, sign: 1 | -1): void {
  for (let index = 0; index < FRAME; index++) sum[index] = (sum[index] ?? 0) + sign * (frame[index] ?? 0);
}
