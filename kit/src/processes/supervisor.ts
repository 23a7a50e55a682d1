import type { Clock } from '../clock.js';
import { Backoff, type BackoffLimits } from './backoff.js';

/** A running program. */
export interface Running {
  /** Resolves when the program has ended: `stopped` after an orderly end, `crashed` otherwise. */
  readonly exited: Promise<'crashed' | 'stopped'>;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** Name in the log: `the database`. */
  readonly name: string;
  readonly clock: Clock;
  /** Starts the program; resolves when it is ready, and rejects soon when the signal is aborted. */
  readonly start: (signal: AbortSignal) => Promise<Running>;
  readonly log: (line: string) => void;
  /** Delays between an end and the next start: by default from 100 ms to 5 s, reset after 30 s. */
  readonly backoff?: BackoffLimits;
}

const BACKOFF: BackoffLimits = { firstMs: 100, longestMs: 5_000, stableMs: 30_000 };

/** Keeps a program running: restarts it whenever it ends without a request. */
export class Supervisor {
  readonly #stopping = new AbortController();
  readonly #backoff: Backoff;
  #running: Running | undefined;
  #startedAt = 0;
  #watch: Promise<void> = Promise.resolve();

  constructor(private readonly options: SupervisorOptions) {
    this.#backoff = new Backoff(options.backoff ?? BACKOFF);
  }

  /** Starts it for the first time; a failure is not retried. Rejects soon when {@link stop} is called meanwhile. */
  async begin(): Promise<void> {
    await this.#start();
    this.#watch = this.#keep();
  }

  /** Stops it permanently. Idempotent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#watch;
    // The program may have started during the first stop.
    await this.#running?.stop();
  }

  async #start(): Promise<void> {
    this.#running = await this.options.start(this.#stopping.signal);
    this.#startedAt = this.options.clock.now();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#running?.exited;
      // The program is needed as long as its supervisor runs, even if it was stopped in order.
      if (signal.aborted) return;
      this.options.log(`${this.options.name} ended unasked and is started again`);
      await this.#running?.stop();
      await this.#startAgain(signal);
    }
  }

  async #startAgain(signal: AbortSignal): Promise<void> {
    let ranMs = this.options.clock.now() - this.#startedAt;
    while (!signal.aborted) {
      await this.#wait(this.#backoff.next(ranMs), signal);
      if (signal.aborted) return;
      try {
        return await this.#start();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.options.log(`${this.options.name} does not start: ${reason}`);
      }
      ranMs = 0;
    }
  }

  #wait(delayMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.options.clock.after(delayMs, done);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
  }
}
