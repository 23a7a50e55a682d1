import type { Dispose } from './clock.js';

/** Collects cleanup functions, and runs them in reverse order, once. */
export class Disposables {
  #entries: Dispose[] | undefined = [];

  /** Adds a cleanup function and returns it; after `close` it is run at once. */
  add(dispose: Dispose): Dispose {
    if (this.#entries) this.#entries.push(dispose);
    else dispose();
    return dispose;
  }

  /** Runs all cleanup functions, then throws the last error. Idempotent. */
  close(): void {
    const entries = this.#entries ?? [];
    this.#entries = undefined;
    const undo = (): void => {
      const dispose = entries.pop();
      if (!dispose) return;
      try {
        dispose();
      } finally {
        undo();
      }
    };
    undo();
  }
}
