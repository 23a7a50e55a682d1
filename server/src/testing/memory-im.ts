import type { AppendResult, Backlog, ImMessage, ImStore, ImUser } from '../store/index.js';

const MAX_COUNTED = 1_000;
const text = (...parts: string[]): string => JSON.stringify(parts);

/** Instant messages in memory, by the same rules as in the database. */
export class MemoryImStore implements ImStore {
  /** In order of their ids. */
  readonly messages: ImMessage[] = [];
  readonly #cursors = new Map<string, bigint>();
  readonly #acked = new Map<string, bigint>();
  /** While set, nothing can be written. */
  failure: Error | undefined;

  lastId(): Promise<bigint> {
    return Promise.resolve(this.messages.at(-1)?.id ?? 0n);
  }

  async append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]> {
    if (this.failure) throw this.failure;
    return messages.map((message) => {
      const { appKey, sender, resource, clientId } = message;
      const first = this.messages.find(
        (known) =>
          known.appKey === appKey &&
          known.sender === sender &&
          known.resource === resource &&
          known.clientId === clientId,
      );
      if (first === undefined) this.messages.push(message);
      return { id: (first ?? message).id, sentAt: (first ?? message).sentAt, isNew: first === undefined };
    });
  }

  async backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]> {
    const { appKey, name } = owner;
    const peers = new Set(this.#to(owner).map(({ sender }) => sender));
    return [...peers].flatMap((peer) => {
      const after = this.#cursors.get(text(appKey, name, resource, peer)) ?? this.#acked.get(text(appKey, name, peer));
      const pending = this.#to(owner).filter(({ sender, id }) => sender === peer && id > (after ?? 0n));
      return pending.length === 0 ? [] : [{ peer, after: after ?? 0n, count: Math.min(MAX_COUNTED, pending.length) }];
    });
  }

  async read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return this.#to(owner)
      .filter(({ sender, id }) => sender === peer && id > after)
      .slice(0, limit);
  }

  async acknowledge({ appKey, name }: ImUser, resource: string, peer: string, id: bigint): Promise<void> {
    const raise = (map: Map<string, bigint>, key: string): void => {
      if (id > (map.get(key) ?? 0n)) map.set(key, id);
    };
    raise(this.#cursors, text(appKey, name, resource, peer));
    raise(this.#acked, text(appKey, name, peer));
  }

  async history(
    { appKey, name }: ImUser,
    peer: string,
    kind: number,
    before: bigint | undefined,
    limit: number,
  ): Promise<ImMessage[]> {
    return this.messages
      .filter(
        (message) =>
          message.appKey === appKey &&
          message.kind === kind &&
          ((message.sender === name && message.recipient === peer) ||
            (message.sender === peer && message.recipient === name)) &&
          (before === undefined || message.id < before),
      )
      .reverse()
      .slice(0, limit);
  }

  #to({ appKey, name }: ImUser): ImMessage[] {
    return this.messages.filter((message) => message.appKey === appKey && message.recipient === name);
  }
}
