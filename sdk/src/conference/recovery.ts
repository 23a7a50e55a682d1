import type { Dispose } from '../core/clock.js';
import type { Link } from '../link/link.js';
import { REBUILD_AFTER_ENTER_DELAY_MS, REBUILD_STAGGER_MS } from '../protocol/index.js';
import type { Clock } from '../core/clock.js';

/** Period of the check for flowing media, in ms. */
export const FLOW_CHECK_MS = 100;
/** Longest wait for media of a connected link whose publisher sends nothing, in ms. */
export const FLOW_LIMIT_MS = 5_000;

/** Connection of a stream, as used by recovery. */
export interface RecoverableStream {
  readonly link: Link;
  readonly isMuted: boolean;
  rebuild(delayMs: number): void;
}

/** Restores media after the signalling socket was lost (spec §4, §9). */
export class Recovery {
  readonly #clock: Clock;
  readonly #streams: () => readonly RecoverableStream[];
  readonly #onFlowing: () => void;
  /** Links that carried media when the socket was lost. */
  #awaited = new Set<Link>();
  #stop: Dispose = () => undefined;

  constructor(clock: Clock, streams: () => readonly RecoverableStream[], onFlowing: () => void) {
    this.#clock = clock;
    this.#streams = streams;
    this.#onFlowing = onFlowing;
  }

  /** The socket is lost: records which streams had media. */
  lost(): void {
    this.#stop();
    for (const { link } of this.#streams()) {
      if (link.state === 'linked' || link.state === 'weak') this.#awaited.add(link);
    }
  }

  /** The conference was re-entered: rebuilds broken links, keeps the others, and waits for media. */
  entered(addressChanged: boolean): void {
    const first = addressChanged ? REBUILD_STAGGER_MS : REBUILD_AFTER_ENTER_DELAY_MS;
    const broken = this.#streams().filter(
      ({ link }) =>
        !link.isRestartable &&
        (addressChanged || !['linked', 'connecting', 'idle', 'failed', 'closed'].includes(link.state)),
    );
    broken.forEach((stream, index) => stream.rebuild(first + index * REBUILD_STAGGER_MS));
    void this.#watch();
  }

  close(): void {
    this.#stop();
    this.#awaited = new Set();
  }

  async #watch(): Promise<void> {
    let isStopped = false;
    let stopTimer: Dispose = () => undefined;
    this.#stop = () => {
      isStopped = true;
      stopTimer();
    };
    const awaited = this.#awaited;
    const started = this.#clock.now();
    const before = new Map<Link, number>();
    for (;;) {
      await Promise.all(
        this.#streams().map(async ({ link, isMuted }) => {
          if (!awaited.has(link) || link.state !== 'linked') return;
          const bytes = await link.bytes();
          const known = before.get(link);
          before.set(link, bytes);
          // The counters of a rebuilt link start at zero.
          const isFlowing = known !== undefined && bytes > 0 && bytes !== known;
          const isLate = this.#clock.now() - started >= FLOW_LIMIT_MS;
          if (isFlowing || isMuted || isLate) awaited.delete(link);
        }),
      );
      if (isStopped) return;
      const present = new Set(this.#streams().map(({ link }) => link));
      for (const link of awaited) {
        if (!present.has(link) || link.state === 'failed' || link.state === 'closed') awaited.delete(link);
      }
      if (awaited.size === 0) break;
      await new Promise<void>((resolve) => {
        stopTimer = this.#clock.after(FLOW_CHECK_MS, resolve);
      });
      if (isStopped) return;
    }
    this.#onFlowing();
  }
}
