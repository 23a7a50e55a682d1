import type { UserStore } from '../store/index.js';

const MAX_KNOWN = 100_000;

/** Looks up whether users exist. Users that were found once are cached. */
export class ImDirectory {
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(private readonly users: UserStore) {}

  /** Concurrent queries for one user share one answer, so that messages keep their order. */
  has(appKey: string, name: string): Promise<boolean> {
    const key = `${appKey} ${name}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = this.users.find(appKey, name).then((user) => user !== undefined);
    this.#known.set(key, found);
    const forget = (): void => void this.#known.delete(key);
    found.then((isThere) => isThere || forget(), forget);
    if (this.#known.size > MAX_KNOWN) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return found;
  }
}
