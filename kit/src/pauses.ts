import type { Clock } from './clock.js';

/** Waits that can be ended early: before a retry, or for more to do. */
export class Pauses {
  readonly #pending = new Set<() => void>();

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /** Resolves after the delay, or when {@link end} is called. @param delayMs milliseconds */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#pending.delete(end);
        resolve();
      };
      const cancel = this.clock.after(delayMs, end);
      this.#pending.add(end);
    });
  }

  /** Ends all pending waits; later ones are not affected. */
  end(): void {
    for (const end of [...this.#pending]) end();
  }
}
