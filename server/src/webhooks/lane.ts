import type { QueuedEvent } from '../store/index.js';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 300_000;

export interface LanePorts {
  oldest(): Promise<QueuedEvent | undefined>;
  /** Sends an event; false when the delivery failed. */
  deliver(event: QueuedEvent): Promise<boolean>;
  delivered(event: QueuedEvent): Promise<void>;
  /** Resolves after a time, or at once when the sender stops. */
  pause(delayMs: number): Promise<void>;
  isStopped(): boolean;
  /** No event is left; later ones need another run. */
  ended(): void;
}

/** Delivers the events of one conference in order: the next is sent after the delivery of the previous one. */
export class Lane {
  #hasNews = true;

  /** Another event was stored. */
  wake(): void {
    this.#hasNews = true;
  }

  /** Resolves when no event is left, or the sender stops. */
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

  /** Undefined when there was nothing to send. An unreachable database counts as a failure like any other. */
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
