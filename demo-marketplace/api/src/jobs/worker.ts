import { apartFromTransaction } from '../db/open-transaction.js';
import type { Clock } from '@lectern/kit/clock';

export type WorkerLog = (message: string, cause: unknown) => void;

export interface WorkerPorts {
  readonly clock: Clock;
  /** Processes the next due entry; resolves with false when none is due. */
  readonly workOne: () => Promise<boolean>;
  readonly log: WorkerLog;
}

const POLL_MS = 1_000;

/** Processes a queue one entry at a time: when woken, and once a second. */
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

  /** Signals that an entry may be due. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    // The caller may be in a transaction that this work is not part of.
    this.#running ??= apartFromTransaction(() => this.#run()).finally(() => (this.#running = undefined));
  }

  /** Resolves when no entry is due. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  /** Finishes the current entry and starts no other. */
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
        // The database is unavailable: the next poll tries again.
        this.ports.log('the queue cannot be worked off', error);
      }
    }
  }
}
