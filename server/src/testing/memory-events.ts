import type { EventStore, StoredEvent } from '../store/index.js';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { MemoryWebhookStore } from './memory-webhooks.js';

/** The log of events, in memory; events for webhooks are forwarded to their store. */
export class MemoryEventStore implements EventStore {
  #log: (StoredEvent & Pick<OutgoingEvent, 'appKey' | 'createdAt'>)[] = [];
  readonly #cursors = new Map<string, number>();
  #position = 0;

  constructor(private readonly webhooks: MemoryWebhookStore) {}

  async append(event: OutgoingEvent): Promise<void> {
    const { appKey, body, createdAt } = event;
    this.#log.push({ position: (this.#position += 1), appKey, body, createdAt });
    if (event.isQueued) await this.webhooks.append(event);
  }

  async listAfter(appKey: string, position: number, limit: number): Promise<readonly StoredEvent[]> {
    return this.#log.filter((event) => event.appKey === appKey && event.position > position).slice(0, limit);
  }

  async latest(): Promise<number> {
    return this.#position;
  }

  async cursor(consumer: string): Promise<number | undefined> {
    return this.#cursors.get(consumer);
  }

  async saveCursor(consumer: string, position: number): Promise<void> {
    this.#cursors.set(consumer, position);
  }

  async prune(before: number): Promise<void> {
    this.#log = this.#log.filter(({ createdAt }) => createdAt >= before);
  }
}
