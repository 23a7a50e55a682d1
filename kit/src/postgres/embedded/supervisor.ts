import { setTimeout as wait } from 'node:timers/promises';

/** A program that runs. */
export interface Running {
  /** Resolves when it ends: by itself or killed, or stopped in order by somebody. */
  readonly exited: Promise<'crashed' | 'stopped'>;
  stop(): Promise<void>;
}

export interface SupervisorPorts {
  /** Starts the program; resolves when it can be used, and rejects soon when the signal is aborted. */
  start(signal: AbortSignal): Promise<Running>;
  readonly log: (line: string) => void;
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/** Keeps a program running: one that ends unasked is started again, as often as it takes. */
export class Supervisor {
  readonly #stopping = new AbortController();
  #running: Running | undefined;
  #watch: Promise<void> = Promise.resolve();

  constructor(private readonly ports: SupervisorPorts) {}

  /** Starts it for the first time; what fails then is not tried again. Rejects soon when {@link stop} is called meanwhile. */
  async begin(): Promise<void> {
    this.#running = await this.ports.start(this.#stopping.signal);
    this.#watch = this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#watch;
    // It may have come up while the first stop was under way.
    await this.#running?.stop();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#running?.exited;
      // Whoever stopped it, the server needs it as long as it runs itself.
      if (signal.aborted) return;
      this.ports.log('the database ended unasked and is started again');
      await this.#running?.stop();
      if (!(await this.#startAgain(signal))) return;
    }
  }

  async #startAgain(signal: AbortSignal): Promise<boolean> {
    for (let delayMs = FIRST_DELAY_MS; !signal.aborted; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
      try {
        this.#running = await this.ports.start(signal);
        return true;
      } catch (error) {
        this.ports.log(`the database does not start: ${error instanceof Error ? error.message : String(error)}`);
      }
      await wait(delayMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }
}
