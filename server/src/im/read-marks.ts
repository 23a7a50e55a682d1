import type { Logger } from 'pino';
import type { ImMessage, ImStore } from '../store/index.js';
import type { Draft, ImWriter } from './writer.js';

/** Positions up to which users have read their conversations, reported by CHANNEL_ACK. */
export class ReadMarks {
  constructor(
    private readonly store: ImStore,
    private readonly writer: ImWriter,
    private readonly now: () => number,
    private readonly log: Logger,
  ) {}

  /** Stores the position without notifying anyone. */
  async take({ appKey, sender, recipient }: Draft): Promise<{ readonly id: bigint; readonly sentAt: number }> {
    const id = this.writer.nextId();
    await this.store.markRead({ appKey, name: sender }, recipient, id);
    return { id, sentAt: this.now() };
  }

  /** A read receipt to the other side was stored. */
  kept({ appKey, sender, recipient, id }: ImMessage): void {
    // If this write is lost, the next receipt covers it.
    this.store.markRead({ appKey, name: sender }, recipient, id).catch((error: unknown) => {
      this.log.warn({ err: error, user: sender }, 'what was read could not be noted');
    });
  }
}
