import type { QueuedEvent, WebhookStore } from '../store/index.js';
import type { OutgoingEvent } from '../webhooks/events.js';

/** Undelivered events, in memory. */
export class MemoryWebhookStore implements WebhookStore {
  readonly #queue: QueuedEvent[] = [];
  #position = 0;

  async append(event: OutgoingEvent): Promise<void> {
    this.#queue.push({ ...event, position: (this.#position += 1) });
  }

  async waiting(): Promise<readonly string[]> {
    return [...new Set(this.#queue.map(({ conferenceId }) => conferenceId))];
  }

  async oldest(conferenceId: string): Promise<QueuedEvent | undefined> {
    return this.#queue.find((event) => event.conferenceId === conferenceId);
  }

  async delivered(position: number): Promise<void> {
    const index = this.#queue.findIndex((event) => event.position === position);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  async trim(before: number, limit: number): Promise<number> {
    const kept = this.#queue.filter(({ createdAt }) => createdAt >= before).slice(-limit);
    const dropped = this.#queue.length - kept.length;
    this.#queue.splice(0, this.#queue.length, ...kept);
    return dropped;
  }
}
