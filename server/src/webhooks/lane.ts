import type { QueuedEvent } from '../store/index.js';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 300_000;

export interface LanePorts {
  oldest(): Promise<QueuedEvent | undefined>;
  /** Sends it; false when it did not arrive. */
  deliver(event: QueuedEvent): Promise<boolean>;
  delivered(event: QueuedEvent): Promise<void>;
  /** Resolves after a time, or at once when the sender stops. */
  pause(delayMs: number): Promise<void>;
  isStopped(): boolean;
  /** Nothing is left; what comes next needs another run. */
  ended(): void;
}

/** The events of one conference, one after the other: the next is sent when the one before has arrived. */
export class Lane {
  #hasNews = true;

  /** Another event was stored. */
  wake(): void {
    this.#hasNews = true;
  }

  /** Resolves when nothing is left, or the sender stops. */
  async run(ports: LanePorts): Promise<void> {
    let failures = 0;
    while (!ports.isStopped()) {
      this.#hasNews = false;
      const isDone = await this.#next(ports);
      if (isDone === undefined && !this.#hasNews) return ports.ended();
      failures = isDone === false ? failures + 1 : 0;
      if (failures > 0) await ports.pause(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
    }
  }

  /** Undefined when there was nothing to send. A database that is away counts as a failure like any other. */
  async #next(ports: LanePorts): Promise<boolean | undefined> {
    try {
      const event = await ports.oldest();
      if (event === undefined) return undefined;
      if (!(await ports.deliver(event))) return false;
      await ports.delivered(event);
      return true;
    } catch {
      return false;
    }
  }
}
