import type { TabLocks } from './share.js';

export interface LeadershipHandlers {
  /** This tab leads from now on. */
  won(): void;
  /** Another tab has taken the lead; this one is a candidate again. */
  lost(): void;
}

const ignore = (): void => undefined;

/** Elects the leading tab of a browser: the one that holds the lock of a name. */
export class Leadership {
  readonly #locks: TabLocks;
  readonly #name: string;
  readonly #handlers: LeadershipHandlers;
  /** Aborted when the request is given up. */
  #request = new AbortController();
  #release = ignore;

  constructor(locks: TabLocks, name: string, handlers: LeadershipHandlers) {
    this.#locks = locks;
    this.#name = name;
    this.#handlers = handlers;
  }

  /** Becomes a candidate: leads once all earlier tabs have resigned or closed. */
  stand(): void {
    this.#ask(false);
  }

  /** Takes the lead from a tab that does not answer. */
  take(): void {
    this.#ask(true);
  }

  /** Gives the lead, or the candidacy, up. Idempotent. */
  resign(): void {
    this.#request.abort();
    this.#release();
    this.#release = ignore;
  }

  #ask(steal: boolean): void {
    this.resign();
    const request = new AbortController();
    const { signal } = request;
    this.#request = request;
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        // The lock may be granted in a later turn than it was given up.
        if (signal.aborted) return resolve();
        this.#release = resolve;
        this.#handlers.won();
      });
    // A request that takes the lock is never queued, and cannot have a signal.
    this.#locks.request(this.#name, steal ? { steal } : { signal }, hold).catch(() => {
      if (signal.aborted) return;
      if (this.#release !== ignore) {
        this.#handlers.lost();
        return this.stand();
      }
      // The page may not have locks, for example in a sandbox: then no other tab has them, or receives from this one.
      void hold();
    });
  }
}
