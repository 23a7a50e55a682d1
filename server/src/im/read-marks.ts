import type { Logger } from 'pino';
import type { ImMessage, ImStore } from '../store/index.js';
import type { Draft, ImWriter } from './writer.js';

/** Up to where users have read their conversations, which they tell by CHANNEL_ACK. */
export class ReadMarks {
  constructor(
    private readonly store: ImStore,
    private readonly writer: ImWriter,
    private readonly now: () => number,
    private readonly log: Logger,
  ) {}

  /** Notes it, and tells nobody. */
  async take({ appKey, sender, recipient }: Draft): Promise<{ readonly id: bigint; readonly sentAt: number }> {
    const id = this.writer.nextId();
    await this.store.markRead({ appKey, name: sender }, recipient, id);
    return { id, sentAt: this.now() };
  }

  /** A message that says so to the other side is kept. */
  kept({ appKey, sender, recipient, id }: ImMessage): void {
    // Should this get lost, the next one says it again.
    this.store.markRead({ appKey, name: sender }, recipient, id).catch((error: unknown) => {
      this.log.warn({ err: error, user: sender }, 'what was read could not be noted');
    });
  }
}
