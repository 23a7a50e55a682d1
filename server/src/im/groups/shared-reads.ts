import { isGroupKey, type Backlog, type ImMessage, type ImStore, type ImUser } from '../../store/index.js';
import type { GroupRegistry } from './registry.js';

/** Limit of reads that are kept for sharing, over all groups. */
const MAX_SHARED = 64;

interface Shared {
  /** The generation of the group at the time of the read. */
  readonly generation: bigint;
  readonly messages: Promise<readonly ImMessage[]>;
}

/**
 * Reads queues for devices. All members of a group request the same after each message, so they share one read of it
 * until the group has a new message; thus no member misses a message that it was notified of.
 */
export class SharedReads implements Pick<ImStore, 'backlog' | 'read'> {
  readonly #generations = new Map<string, bigint>();
  readonly #shared = new Map<string, Shared>();

  constructor(
    private readonly store: ImStore,
    private readonly registry: GroupRegistry,
  ) {}

  /** A message was stored for a group; to be called before its members are notified. */
  news({ appKey, recipient, id }: Pick<ImMessage, 'appKey' | 'recipient' | 'id'>): void {
    if (!isGroupKey(recipient)) return;
    this.#generations.set(`${appKey} ${recipient}`, id);
    // The next reader reads it again, so nothing is lost with the oldest.
    if (this.#generations.size > MAX_SHARED) {
      const [oldest = ''] = this.#generations.keys();
      this.#generations.delete(oldest);
    }
  }

  backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]> {
    return this.store.backlog(owner, resource);
  }

  async read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    const alone = (): Promise<readonly ImMessage[]> => this.store.read(owner, peer, after, limit);
    const generation = this.#generations.get(`${owner.appKey} ${peer}`);
    if (!isGroupKey(peer) || generation === undefined) return alone();
    const group = await this.registry.ofMessage({ appKey: owner.appKey, recipient: peer });
    const member = group?.member(owner.name);
    // Some of the messages are from before, or after the member's time.
    if (member === undefined || member.joinedId > after) return alone();
    const messages = await this.#read(owner.appKey, peer, after, { limit, generation });
    const others = messages.filter(({ sender }) => sender !== owner.name);
    return messages.length < limit || others.length === limit ? others : alone();
  }

  #read(
    appKey: string,
    peer: string,
    after: bigint,
    { limit, generation }: { readonly limit: number; readonly generation: bigint },
  ): Promise<readonly ImMessage[]> {
    const key = `${appKey} ${peer} ${after} ${limit}`;
    const known = this.#shared.get(key);
    if (known?.generation === generation) return known.messages;
    const messages = this.store.readGroup(appKey, peer, after, limit);
    const shared = { generation, messages };
    this.#shared.delete(key);
    this.#shared.set(key, shared);
    messages.catch(() => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    });
    if (this.#shared.size > MAX_SHARED) {
      const [oldest = ''] = this.#shared.keys();
      this.#shared.delete(oldest);
    }
    return messages;
  }
}
