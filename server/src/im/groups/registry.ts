import { groupIdOf, isGroupKey, type GroupStore, type ImMessage } from '../../store/index.js';
import { Group } from './group.js';

const MAX_KNOWN = 10_000;
const MAX_ID_LENGTH = 20;
const GROUP_ID = /^[1-9]\d*$/;

/** Cache of recently used groups on this node. */
export class GroupRegistry {
  readonly #known = new Map<string, Promise<Group | undefined>>();

  constructor(private readonly store: GroupStore) {}

  /** Concurrent queries for one group share one answer, so that messages keep their order. */
  find(appKey: string, id: string): Promise<Group | undefined> {
    if (id.length > MAX_ID_LENGTH || !GROUP_ID.test(id)) return Promise.resolve(undefined);
    const key = `${appKey} ${id}`;
    const known = this.#known.get(key);
    if (known) {
      // The least recently used groups are evicted first.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const found = this.store.find(appKey, id).then((stored) => stored && new Group(stored));
    this.#known.set(key, found);
    const forget = (): void => this.#forget(key, found);
    found.then((group) => group ?? forget(), forget);
    if (this.#known.size > MAX_KNOWN) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return found;
  }

  /** Adds a new group. */
  add(group: Group): void {
    this.#known.set(`${group.record.appKey} ${group.record.id}`, Promise.resolve(group));
  }

  /** Evicts a group whose cached state may be wrong. */
  forget(appKey: string, id: string): void {
    this.#known.delete(`${appKey} ${id}`);
  }

  /** The recipient group of a message. */
  ofMessage({ appKey, recipient }: Pick<ImMessage, 'appKey' | 'recipient'>): Promise<Group | undefined> {
    return isGroupKey(recipient) ? this.find(appKey, groupIdOf(recipient)) : Promise.resolve(undefined);
  }

  #forget(key: string, found: Promise<Group | undefined>): void {
    if (this.#known.get(key) === found) this.#known.delete(key);
  }
}
