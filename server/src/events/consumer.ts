import type { Clock } from '@lectern/kit/clock';
import { Pauses } from '@lectern/kit/pauses';
import type { Logger } from 'pino';
import type { OperatorEvent } from '../operator/types.js';

const BATCH = 100;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Handles one event. A rejection is logged, and the event is delivered again. */
export type EventHandler = (event: OperatorEvent) => Promise<void> | void;

/** A running consumer. */
export interface EventSubscription {
  /** Stops it after the current event; its cursor is stored. Idempotent. */
  close(): Promise<void>;
}

export interface ConsumerPorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly handler: EventHandler;
  /** Reads the stored cursor. */
  start(): Promise<number>;
  read(after: number, limit: number): Promise<readonly OperatorEvent[]>;
  save(cursor: number): Promise<void>;
  closed(): void;
}

/** Reads the log of events for one consumer: sleeps until there are more, and retries failures. */
export class EventConsumer implements EventSubscription {
  #cursor: number | undefined;
  #saved: number | undefined;
  #work: Promise<void> | undefined;
  #hasMore = false;
  #isClosing = false;
  #failures = 0;
  readonly #pauses: Pauses;

  constructor(private readonly ports: ConsumerPorts) {
    this.#pauses = new Pauses(ports.clock);
  }

  /** New events may be available. */
  wake(): void {
    this.#hasMore = true;
    if (this.#isClosing) return;
    this.#work ??= this.#run().finally(() => (this.#work = undefined));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#pauses.end();
    await this.#work;
    this.ports.closed();
  }

  async #run(): Promise<void> {
    while (this.#hasMore && !this.#isClosing) {
      try {
        this.#hasMore = false;
        await this.#readBatch();
        this.#failures = 0;
      } catch (error) {
        this.#hasMore = true;
        this.#failures += 1;
        this.ports.log.warn({ err: error, failures: this.#failures }, 'an event could not be handled; it comes again');
        if (!this.#isClosing)
          await this.#pauses.wait(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)));
      }
    }
  }

  async #readBatch(): Promise<void> {
    this.#cursor ??= await this.ports.start();
    const events = await this.ports.read(this.#cursor, BATCH);
    if (events.length === BATCH) this.#hasMore = true;
    try {
      for (const event of events) {
        if (this.#isClosing) break;
        await this.ports.handler(event);
        this.#cursor = event.cursor;
      }
    } finally {
      await this.#save();
    }
  }

  async #save(): Promise<void> {
    if (this.#cursor === undefined || this.#cursor === this.#saved) return;
    await this.ports.save(this.#cursor);
    this.#saved = this.#cursor;
  }
}
