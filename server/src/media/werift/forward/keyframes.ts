import type { Clock } from '@lectern/kit/clock';

/** Minimum interval of keyframe requests per source; encoders suffer from more. */
export const KEYFRAME_INTERVAL_MS = 500;

/** Forwards keyframe requests to the publisher, throttled; the last one of a burst is never lost. */
export class KeyframeRequester {
  #lastAt = -Infinity;
  #cancel: (() => void) | undefined;

  /** @param send requests a keyframe; called at most once per {@link KEYFRAME_INTERVAL_MS} */
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
