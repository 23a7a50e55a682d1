import type { Clock } from '@lectern/kit/clock';

/** At most one keyframe request per source in this time; encoders suffer from more. */
export const KEYFRAME_INTERVAL_MS = 500;

/** Passes keyframe requests on to the publisher, throttled; the last one of a burst is never lost. */
export class KeyframeRequester {
  #lastAt = -Infinity;
  #cancel: (() => void) | undefined;

  /** @param send asks the publisher; called at most once per {@link KEYFRAME_INTERVAL_MS} */
  constructor(
    private readonly clock: Clock,
    private readonly send: () => void,
  ) {}

  request(): void {
    if (this.#cancel !== undefined) return;
    const wait = this.#lastAt + KEYFRAME_INTERVAL_MS - this.clock.now();
    if (wait <= 0) this.#fire();
    else this.#cancel = this.clock.after(wait, () => this.#fire());
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #fire(): void {
    this.#cancel = undefined;
    this.#lastAt = this.clock.now();
    this.send();
  }
}
