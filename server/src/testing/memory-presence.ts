import type { PresenceStore, PresenceWatch } from '../store/index.js';

/** Presence subscriptions, in memory. */
export class MemoryPresenceStore implements PresenceStore {
  #watches: PresenceWatch[] = [];

  async list(now: number): Promise<readonly PresenceWatch[]> {
    this.#watches = this.#watches.filter(({ until }) => until > now);
    return this.#watches;
  }

  async watch(watches: readonly PresenceWatch[]): Promise<void> {
    for (const watch of watches) {
      await this.unwatch(watch.appKey, watch.watcher, [watch.watched]);
      this.#watches.push(watch);
    }
  }

  async unwatch(appKey: string, watcher: string, watched: readonly string[]): Promise<void> {
    this.#watches = this.#watches.filter(
      (known) => known.appKey !== appKey || known.watcher !== watcher || !watched.includes(known.watched),
    );
  }
}
