/** Collects the keys that are wanted in the same turn, and loads them together. */
export class Batches<T> {
  readonly #load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  readonly #most: number;
  #wanted = new Set<string>();
  #next: Promise<ReadonlyMap<string, T>> | undefined;

  /** `most` is the number of keys that one call of `load` takes. */
  constructor(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>, most: number) {
    this.#load = load;
    this.#most = most;
  }

  /** Resolves with the value of a key; undefined if it has none. */
  async load(key: string): Promise<T | undefined> {
    this.#wanted.add(key);
    this.#next ??= Promise.resolve().then(() => this.#loadAll());
    return (await this.#next).get(key);
  }

  async #loadAll(): Promise<ReadonlyMap<string, T>> {
    const keys = [...this.#wanted];
    this.#wanted = new Set();
    this.#next = undefined;
    const calls: Promise<ReadonlyMap<string, T>>[] = [];
    for (let from = 0; from < keys.length; from += this.#most) {
      calls.push(this.#load(keys.slice(from, from + this.#most)));
    }
    return new Map((await Promise.all(calls)).flatMap((loaded) => [...loaded]));
  }
}
