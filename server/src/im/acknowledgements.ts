import type { ImStore, ImUser } from '../store/index.js';

const keyOf = ({ appKey, name }: ImUser): string => `${appKey} ${name}`;

/** Acknowledgements on their way to the database; a device that logs in waits for those of its user. */
export class Acknowledgements {
  readonly #pending = new Map<string, Promise<void>>();

  constructor(private readonly store: ImStore) {}

  /** Up to `id` a device has everything from `peer`. Rejects when that could not be noted. */
  async note(owner: ImUser, resource: string, peer: string, id: bigint): Promise<void> {
    const key = keyOf(owner);
    const noting = this.store.acknowledge(owner, resource, peer, id);
    const all = Promise.allSettled([this.#pending.get(key), noting]).then(() => {
      if (this.#pending.get(key) === all) this.#pending.delete(key);
    });
    this.#pending.set(key, all);
    await noting;
  }

  /** Resolves once everything is noted, or failed to be. */
  async settled(owner: ImUser): Promise<void> {
    await this.#pending.get(keyOf(owner));
  }
}
