import { MAX_APPENDED, type Acknowledgement, type ImStore, type ImUser } from '../store/index.js';

const keyOf = ({ appKey, name }: ImUser): string => `${appKey} ${name}`;

interface Waiting {
  readonly acknowledgement: Acknowledgement;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Pending acknowledgements; a device that logs in waits for those of its user. Those that arrive during a write are
 * written together in the next one: a message to a group is acknowledged by all of its members at once.
 */
export class Acknowledgements {
  readonly #pending = new Map<string, Promise<void>>();
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(private readonly store: ImStore) {}

  /** Stores that a device has everything of a queue up to an id. Rejects when the write failed. */
  async note(acknowledgement: Acknowledgement): Promise<void> {
    const key = keyOf(acknowledgement.owner);
    const noting = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ acknowledgement, resolve, reject });
    });
    const all = Promise.allSettled([this.#pending.get(key), noting]).then(() => {
      if (this.#pending.get(key) === all) this.#pending.delete(key);
    });
    this.#pending.set(key, all);
    if (!this.#isWriting) void this.#writeAll();
    await noting;
  }

  /** Resolves once every pending acknowledgement of the user is stored, or has failed. */
  async settled(owner: ImUser): Promise<void> {
    await this.#pending.get(keyOf(owner));
  }

  /** Resolves once no acknowledgement is pending. */
  async idle(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_APPENDED);
      try {
        await this.store.acknowledge(batch.map(({ acknowledgement }) => acknowledgement));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
}
