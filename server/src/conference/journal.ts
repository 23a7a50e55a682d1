import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { Pauses } from '@lectern/kit/pauses';
import type { ConferenceStore } from '../store/index.js';
import type { OutgoingEvent, WebhookEvent } from '../webhooks/events.js';
import { encodeFact, type FactChanges } from './durable.js';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** Attempts after which a stopping server no longer waits for its database. */
const ATTEMPTS_AT_CLOSE = 3;
/** A write that takes longer counts as failing: the database hangs, and new requests are refused at once. */
const SLOW_WRITE_MS = 3_000;
/**
 * Limit of events of one conference that await the database: some 500 kB, so that an outage does not exhaust the
 * memory.
 */
const MAX_WAITING_EVENTS = 1_000;

/** Destination of the events of one conference. */
export interface EventSink {
  prepare(event: WebhookEvent): OutgoingEvent;
  /** Prepared events are stored now. */
  wake(): void;
  /** Reports the number of dropped events, the oldest ones. */
  dropped(count: number): void;
}

export interface JournalPorts {
  readonly clock: Clock;
  readonly store: ConferenceStore;
  readonly log: Logger;
  readonly events?: EventSink | undefined;
}

/**
 * Writes the facts of one conference, in order. Changes that arrive during a write are written together in the next
 * one, so that a busy conference performs no more writes than a quiet one. Failed writes are retried until they
 * succeed.
 */
export class Journal {
  readonly #pending = new Map<string, string | null>();
  #events: OutgoingEvent[] = [];
  #endedAt: number | undefined;
  /** Number of the last recorded change, and of the last that is on disk. */
  #recorded = 0;
  #written = 0;
  #failures = 0;
  /** Beginning of the current write, in milliseconds since the epoch. */
  #writingSince: number | undefined;
  #isClosing = false;
  #work: Promise<void> | undefined;
  readonly #pauses: Pauses;

  constructor(
    private readonly conferenceId: string,
    private readonly ports: JournalPorts,
    private readonly onWritten: (written: number) => void,
  ) {
    this.#pauses = new Pauses(ports.clock);
  }

  /** True if the last write failed, or the current one has taken some seconds. */
  get isFailing(): boolean {
    const since = this.#writingSince;
    return this.#failures > 0 || (since !== undefined && this.ports.clock.now() - since >= SLOW_WRITE_MS);
  }

  get written(): number {
    return this.#written;
  }

  /** Queues a change; the result is the number that {@link written} reaches once it is stored. */
  record({ facts, events, isEnd }: FactChanges): number {
    for (const [key, fact] of facts) this.#pending.set(key, encodeFact(fact) ?? null);
    const sink = this.ports.events;
    if (sink !== undefined) this.#keep([...this.#events, ...events.map((event) => sink.prepare(event))]);
    if (isEnd) this.#endedAt = this.ports.clock.now();
    this.#recorded += 1;
    this.#work ??= this.#run();
    return this.#recorded;
  }

  /** Resolves once all changes so far are written, or {@link close} gave up on them. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Waits until all changes are written, or cannot be. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#failures = Math.min(this.#failures, 1);
    this.#pauses.end();
    await this.#work;
  }

  async #run(): Promise<void> {
    while (this.#written < this.#recorded) {
      const target = this.#recorded;
      const changes = new Map(this.#pending);
      const endedAt = this.#endedAt;
      const events = this.#events;
      this.#pending.clear();
      this.#events = [];
      this.#writingSince = this.ports.clock.now();
      try {
        await this.ports.store.save(this.conferenceId, { changes, events, endedAt });
      } catch (error) {
        // Changes that arrived during the write are newer.
        for (const [key, value] of changes) if (!this.#pending.has(key)) this.#pending.set(key, value);
        this.#keep([...events, ...this.#events]);
        this.#failures += 1;
        this.ports.log.error({ err: error, conference: this.conferenceId }, 'conference facts could not be stored');
        if (this.#isClosing && this.#failures >= ATTEMPTS_AT_CLOSE) break;
        await this.#pauses.wait(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)));
        continue;
      } finally {
        this.#writingSince = undefined;
      }
      this.#failures = 0;
      this.#written = target;
      this.onWritten(target);
      if (events.length > 0) this.ports.events?.wake();
    }
    this.#work = undefined;
  }

  /** Facts replace each other and are bounded by themselves; events accumulate while the database is unreachable. */
  #keep(events: OutgoingEvent[]): void {
    const excess = events.length - MAX_WAITING_EVENTS;
    this.#events = excess > 0 ? events.slice(excess) : events;
    if (excess > 0) this.ports.events?.dropped(excess);
  }
}
