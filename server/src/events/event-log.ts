import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { EventPage, OperatorEvent } from '../operator/types.js';
import type { EventStore, StoredEvent } from '../store/index.js';
import { toOutgoing, type EventConference, type OutgoingEvent, type WebhookEvent } from '../webhooks/events.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import { EventConsumer, type EventHandler, type EventSubscription } from './consumer.js';

const DROP_NOTICE_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 3_600_000;

export interface EventLogPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Delivers the same events over HTTP, if configured. */
  readonly webhooks: Webhooks | undefined;
  /** Retention of events in milliseconds; 0 keeps forever. */
  readonly retentionMs: number;
}

/** Options of a reader in this process. */
export interface ConsumerOptions {
  /** Name of the cursor in the database, by which reading resumes after a restart. */
  readonly name: string;
  readonly appKey: string;
  /** Initial position of a new consumer: the oldest retained event, unless `now` is given. */
  readonly from?: 'oldest' | 'now';
}

const readEvent = ({ position, body }: StoredEvent): OperatorEvent => ({
  ...(JSON.parse(body) as Omit<OperatorEvent, 'cursor'>),
  cursor: position,
});

/**
 * Stores events in the database for `EVENT_RETENTION_MS`: each event is written in one transaction with the facts it
 * reports, and read by any number of consumers, each from its own cursor.
 */
export class EventLog {
  readonly #consumers = new Set<EventConsumer>();
  readonly #stopPruning: () => void;
  #droppedAt = Number.NEGATIVE_INFINITY;

  /** @internal */
  constructor(private readonly ports: EventLogPorts) {
    this.#stopPruning = ports.clock.every(PRUNE_INTERVAL_MS, () => this.#prune());
  }

  /** The event as it is to be stored, with an id of its own. */
  prepare(conference: EventConference, event: WebhookEvent): OutgoingEvent {
    const { clock, webhooks } = this.ports;
    return toOutgoing({
      conference,
      event,
      id: `EV${randomUUID()}`,
      at: clock.now(),
      isQueued: webhooks !== undefined,
    });
  }

  /** Events of the conference were stored: wakes their consumers. */
  stored(conferenceId: string): void {
    this.ports.webhooks?.wake(conferenceId);
    for (const consumer of this.#consumers) consumer.wake();
  }

  /** Reports events that could not be stored and are lost. */
  dropped(count: number, conferenceId: string): void {
    const { webhooks, clock, log } = this.ports;
    if (webhooks !== undefined) return webhooks.gaveUp(count, 'database-away', conferenceId);
    // While the database is unreachable events are dropped one by one.
    if (clock.now() - this.#droppedAt < DROP_NOTICE_INTERVAL_MS) return;
    this.#droppedAt = clock.now();
    log.error({ dropped: count, conference: conferenceId }, 'events are dropped, the oldest first');
  }

  /** Events of an application after a cursor, oldest first. */
  async list(appKey: string, after: number, limit: number): Promise<EventPage> {
    const events = (await this.ports.store.listAfter(appKey, after, limit)).map(readEvent);
    return { events, cursor: events.at(-1)?.cursor ?? after };
  }

  /**
   * Calls the handler with each event, in order, one at a time, at least once: an event whose handler fails is retried
   * with growing delay, before any other; after a restart the last few may be delivered again, under the same id.
   */
  consume({ name, appKey, from = 'oldest' }: ConsumerOptions, handler: EventHandler): EventSubscription {
    const { store, clock, log } = this.ports;
    const consumer = new EventConsumer({
      clock,
      log: log.child({ consumer: name }),
      handler,
      start: async () => (await store.cursor(name)) ?? (from === 'now' ? store.latest() : 0),
      read: async (after, limit) => (await store.listAfter(appKey, after, limit)).map(readEvent),
      save: (position) => store.saveCursor(name, position),
      closed: () => void this.#consumers.delete(consumer),
    });
    this.#consumers.add(consumer);
    consumer.wake();
    return consumer;
  }

  /** Stops all consumers, each after its current event. */
  async close(): Promise<void> {
    this.#stopPruning();
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
  }

  #prune(): void {
    const { store, clock, log, retentionMs } = this.ports;
    if (retentionMs === 0) return;
    store
      .prune(clock.now() - retentionMs)
      .catch((error: unknown) => log.warn({ err: error }, 'old events could not be forgotten'));
  }
}
