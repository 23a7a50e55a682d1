import { isDatabaseAway, MAX_APPENDED, type AppendResult, type ImMessage, type ImStore } from '../store/index.js';
import type { Clock } from '@lectern/kit/clock';
import { Pauses } from '@lectern/kit/pauses';

/** A message that has no id yet. */
export type Draft = Omit<ImMessage, 'id' | 'sentAt'>;

/** Capacity for a million ids in each millisecond. */
const ID_SHIFT = 20n;

/** The smallest id of a time, in milliseconds since the epoch. */
export const firstIdAt = (time: number): bigint => BigInt(time) << ID_SHIFT;
/**
 * Number of attempts to write a batch while the database is unreachable, and the pause between them; clients wait 15 s
 * for an answer.
 */
const ATTEMPTS = 25;
const RETRY_MS = 500;

interface Waiting {
  readonly draft: Draft;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes messages one batch at a time: messages that arrive during a write form the next batch. Ids thus become visible
 * in order, which lets a device acknowledge everything up to one. Changes of groups are written between two batches.
 */
export class ImWriter {
  #waiting: Waiting[] = [];
  #changes: (() => Promise<void>)[] = [];
  #writing: Promise<void> | undefined;
  #lastId = 0n;
  #isClosing = false;
  readonly #pauses: Pauses;

  constructor(
    private readonly store: ImStore,
    private readonly clock: Clock,
    /** Called for every new message once it is stored, in the order of ids, before its sender is answered. */
    private readonly kept: (message: ImMessage) => void,
  ) {
    this.#pauses = new Pauses(clock);
  }

  async start(): Promise<void> {
    this.#lastId = await this.store.lastId();
  }

  /** The next id: grows with time, even if the clock is set back. */
  nextId(): bigint {
    const now = firstIdAt(this.clock.now());
    this.#lastId = now > this.#lastId ? now : this.#lastId + 1n;
    return this.#lastId;
  }

  /** Resolves once the message is on disk. */
  write(draft: Draft): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Runs a write without concurrent batches: its ids become visible in order too. */
  change<T>(write: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#changes.push(() => write().then(resolve, reject));
      this.#writing ??= this.#writeAll();
    });
  }

  /** Resolves once no message is pending. Failed writes are not retried from now on. */
  async idle(): Promise<void> {
    this.#isClosing = true;
    this.#pauses.end();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#changes.length > 0) {
      if (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0, MAX_APPENDED));
      await this.#changes.shift()?.();
    }
    this.#writing = undefined;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const sentAt = this.clock.now();
    const messages = batch.map(({ draft }) => ({ ...draft, id: this.nextId(), sentAt }));
    try {
      const results = await this.#append(messages);
      for (const [index, result] of results.entries()) {
        const message = messages[index];
        // Under its own id it was stored by an attempt whose response was lost.
        if (message && (result.isNew || result.id === message.id)) this.kept(message);
        batch[index]?.resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Every attempt uses the same ids, so that messages stored by a failed attempt are recognised. */
  async #append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.store.append(messages);
      } catch (error) {
        if (attempt >= ATTEMPTS || this.#isClosing || !isDatabaseAway(error)) throw error;
      }
      await this.#pauses.wait(RETRY_MS);
    }
  }
}
