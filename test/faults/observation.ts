import { setTimeout as delay } from 'node:timers/promises';
import type { Perception } from '../headless/commands.js';
import type { HeadlessParticipant } from '../headless/headless-participant.js';

/** Time between two looks at what a member receives, in ms: the precision of all gaps. */
const LOOK_MS = 50;
/** Time for which both kinds must arrive without a longer gap until a member counts as recovered, in ms. */
const STEADY_MS = 2_000;
const STEADY_GAP_MS = 700;
const RECOVERY_LIMIT_MS = 120_000;

export type Kind = 'video' | 'audio';

/** Times at which one kind of media grew, and how far. */
class Arrivals {
  #count = 0;
  #last = performance.now();
  #longestGapMs = 0;

  note(count: number, at: number): void {
    if (count === this.#count) return;
    this.#longestGapMs = Math.max(this.#longestGapMs, at - this.#last);
    this.#count = count;
    this.#last = at;
  }

  /** Time since the last arrival, in ms. */
  idleMs(at: number): number {
    return at - this.#last;
  }

  /** The longest time without anything, up to now. */
  longestGapMs(at: number): number {
    return Math.max(this.#longestGapMs, this.idleMs(at));
  }

  restart(at: number): void {
    this.#longestGapMs = 0;
    this.#last = at;
  }
}

const countsOf = (perception: Perception | undefined, sender: number): Readonly<Record<Kind, number>> => ({
  video: perception?.video?.readable ?? 0,
  audio: perception?.audio?.tones[sender] ?? 0,
});

/** Watches the media that one member receives from another, every 50 ms. */
export class Observation {
  readonly #arrivals: Readonly<Record<Kind, Arrivals>> = { video: new Arrivals(), audio: new Arrivals() };
  #isEnded = false;
  #steadySince = performance.now();
  readonly #watching: Promise<void>;

  constructor(
    private readonly receiver: HeadlessParticipant,
    private readonly publisher: HeadlessParticipant,
  ) {
    this.#watching = this.#watch();
  }

  /** Gaps are measured from now on. */
  restart(): void {
    const now = performance.now();
    for (const arrivals of Object.values(this.#arrivals)) arrivals.restart(now);
  }

  /** The longest time without media of a kind, in ms. */
  longestGapMs(kind: Kind): number {
    return this.#arrivals[kind].longestGapMs(performance.now());
  }

  /** Time from which on {@link recovered} found media steady, on the clock of `performance.now()`. */
  get steadySince(): number {
    return this.#steadySince;
  }

  /** Resolves once both kinds have arrived steadily for two seconds; false where that does not happen. */
  async recovered(): Promise<boolean> {
    const limit = performance.now() + RECOVERY_LIMIT_MS;
    this.#steadySince = performance.now();
    while (performance.now() < limit) {
      const now = performance.now();
      if (Object.values(this.#arrivals).some((arrivals) => arrivals.idleMs(now) > STEADY_GAP_MS))
        this.#steadySince = now;
      if (now - this.#steadySince >= STEADY_MS) return true;
      await delay(LOOK_MS);
    }
    return false;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { name, sender } = this.publisher;
    while (!this.#isEnded && this.receiver.isRunning) {
      const perceptions = await this.receiver.tell('perceive').catch(() => []);
      const counts = countsOf(
        perceptions.find(({ from }) => from === name),
        sender,
      );
      const now = performance.now();
      this.#arrivals.video.note(counts.video, now);
      this.#arrivals.audio.note(counts.audio, now);
      await delay(LOOK_MS);
    }
  }
}
