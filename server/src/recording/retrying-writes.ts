import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { Pauses } from '@lectern/kit/pauses';
import { isDatabaseAway } from '../store/index.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Repeats reads and writes while the database is unreachable. */
export class RetryingWrites {
  readonly #pauses: Pauses;
  #isStopped = false;

  constructor(
    clock: Clock,
    private readonly log: Logger,
  ) {
    this.#pauses = new Pauses(clock);
  }

  /** @throws errors other than an unreachable database; after {@link stop} that too */
  async run<T>(write: () => Promise<T>): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      try {
        return await write();
      } catch (error) {
        if (this.#isStopped || !isDatabaseAway(error)) throw error;
        this.log.warn({ err: error }, 'what became of a recording could not be written; it is tried again');
      }
      await this.#pauses.wait(pauseMs);
    }
  }

  /** Retries every pending operation once, immediately. */
  stop(): void {
    this.#isStopped = true;
    this.#pauses.end();
  }
}
