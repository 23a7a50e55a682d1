import { apartFromTransaction } from '../db/open-transaction.js';
import type { Clock } from '@lectern/kit/clock';

export type WorkerLog = (message: string, cause: unknown) => void;

export interface WorkerPorts {
  readonly clock: Clock;
  /** Does what is due next; resolves to whether there was anything. */
  readonly workOne: () => Promise<boolean>;
  readonly log: WorkerLog;
}

const POLL_MS = 1_000;

/** Works off a queue: when it is woken, and each second. One thing at a time. */
export class Worker {
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isClosed = false;
  #stopTimer: () => void = () => undefined;

  constructor(private readonly ports: WorkerPorts) {}

  start(): void {
    this.#stopTimer = this.ports.clock.every(POLL_MS, () => this.wake());
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    // What wakes it may be a transaction, of which the work is no part.
    this.#running ??= apartFromTransaction(() => this.#run()).finally(() => (this.#running = undefined));
  }

  /** Resolves when nothing that is due is left. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  /** Finishes what it is at, and begins nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        while (!this.#isClosed && (await this.ports.workOne()));
      } catch (error) {
        // The database is away: the next poll tries again.
        this.ports.log('the queue cannot be worked off', error);
      }
    }
  }
}
