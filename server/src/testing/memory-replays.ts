import type { ReplayRecord, ReplayStore } from '../store/index.js';

const keyOf = (keyId: string, idempotencyKey: string): string => `${keyId} ${idempotencyKey}`;

/** Answers to repeated calls, in memory. */
export class MemoryReplayStore implements ReplayStore {
  readonly #calls = new Map<string, ReplayRecord>();

  async begin(record: ReplayRecord): Promise<ReplayRecord | undefined> {
    const key = keyOf(record.keyId, record.idempotencyKey);
    const known = this.#calls.get(key);
    if (known === undefined) this.#calls.set(key, record);
    return known;
  }

  async finish(keyId: string, idempotencyKey: string, answer: string): Promise<void> {
    const known = this.#calls.get(keyOf(keyId, idempotencyKey));
    if (known !== undefined) this.#calls.set(keyOf(keyId, idempotencyKey), { ...known, answer });
  }

  async forget(keyId: string, idempotencyKey: string): Promise<void> {
    this.#calls.delete(keyOf(keyId, idempotencyKey));
  }

  async prune(before: number): Promise<void> {
    for (const [key, { startedAt }] of this.#calls) if (startedAt < before) this.#calls.delete(key);
  }
}
