import {
  groupIdOf,
  groupKeyOf,
  isGroupKey,
  RECALLABLE,
  type Acknowledgement,
  type AppendResult,
  type Backlog,
  type Conversation,
  type HistoryQuery,
  type ImMessage,
  type ImStore,
  type ImUser,
} from '../store/index.js';

const MAX_COUNTED = 1_000;
const text = (...parts: string[]): string => JSON.stringify(parts);
const newest = (a: bigint = 0n, b: bigint = 0n): bigint => (a > b ? a : b);

/** A period of membership in a group. */
export interface MemoryPeriod {
  readonly appKey: string;
  readonly groupId: string;
  readonly name: string;
  readonly joinedId: bigint;
  readonly joinedAt: number;
  leftId?: bigint;
}

interface Marks {
  readId?: bigint;
  hiddenId?: bigint;
  clearedId?: bigint;
}

/** Instant messages in memory, by the same rules as in the database. */
export class MemoryImStore implements ImStore {
  /** In order of their ids. */
  readonly messages: ImMessage[] = [];
  readonly periods: MemoryPeriod[] = [];
  readonly #cursors = new Map<string, bigint>();
  readonly #acked = new Map<string, bigint>();
  readonly #marks = new Map<string, Marks>();
  /** While set, every write fails. */
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

  async find(id: bigint): Promise<ImMessage | undefined> {
    return this.messages.find((message) => message.id === id);
  }

  async recall(message: ImMessage, recalled: bigint): Promise<AppendResult | undefined> {
    if (this.failure) throw this.failure;
    const { appKey, sender, recipient, resource, clientId } = message;
    const isOf = (known: ImMessage): boolean => known.appKey === appKey && known.sender === sender;
    const index = this.messages.findIndex(
      (known) =>
        known.id === recalled && isOf(known) && known.recipient === recipient && RECALLABLE.includes(known.kind),
    );
    if (index >= 0) {
      this.messages.splice(index, 1);
      return (await this.append([message]))[0];
    }
    const first = this.messages.find(
      (known) => isOf(known) && known.resource === resource && known.clientId === clientId,
    );
    return first && { id: first.id, sentAt: first.sentAt, isNew: false };
  }

  async backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]> {
    const { appKey, name } = owner;
    const groups = this.periods.filter((period) => period.appKey === appKey && period.name === name);
    const peers = new Set([
      ...this.#to(owner).map(({ sender }) => sender),
      ...groups.map(({ groupId }) => groupKeyOf(groupId)),
    ]);
    return [...peers].flatMap((peer) => {
      const after = this.#cursors.get(text(appKey, name, resource, peer)) ?? this.#acked.get(text(appKey, name, peer));
      const pending = this.#queue(owner, peer).filter(({ id }) => id > (after ?? 0n));
      return pending.length === 0 ? [] : [{ peer, after: after ?? 0n, count: Math.min(MAX_COUNTED, pending.length) }];
    });
  }

  async read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return this.#queue(owner, peer)
      .filter(({ id }) => id > after)
      .slice(0, limit);
  }

  async readGroup(appKey: string, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return this.messages
      .filter((message) => message.appKey === appKey && message.recipient === peer && message.id > after)
      .slice(0, limit);
  }

  async acknowledge(acknowledgements: readonly Acknowledgement[]): Promise<void> {
    for (const { owner, resource, peer, id } of acknowledgements) {
      const [device, user] = [text(owner.appKey, owner.name, resource, peer), text(owner.appKey, owner.name, peer)];
      this.#cursors.set(device, newest(this.#cursors.get(device), id));
      this.#acked.set(user, newest(this.#acked.get(user), id));
    }
  }

  async forgetDevices(before: bigint): Promise<void> {
    for (const [key, id] of this.#cursors) if (id < before) this.#cursors.delete(key);
  }

  async history(user: ImUser, peer: string, query: HistoryQuery): Promise<readonly ImMessage[]> {
    const { kind, isDownward, cursor, limit, contentTypes, sender, startTime = 0, endTime = Infinity } = query;
    const { clearedId = 0n } = this.#marks.get(text(user.appKey, user.name, peer)) ?? {};
    const found = this.#between(user, peer).filter(
      (message) =>
        message.kind === kind &&
        message.id > clearedId &&
        (cursor === undefined || (isDownward ? message.id > cursor : message.id < cursor)) &&
        (contentTypes === undefined || contentTypes.includes(message.contentType ?? -1)) &&
        (sender === undefined || message.sender === sender) &&
        message.sentAt >= startTime &&
        message.sentAt <= endTime,
    );
    return (isDownward ? found : found.reverse()).slice(0, limit);
  }

  async conversations(user: ImUser, before: bigint | undefined, limit: number): Promise<readonly Conversation[]> {
    const { appKey, name } = user;
    const current = this.periods.filter(
      (period) => period.appKey === appKey && period.name === name && period.leftId === undefined,
    );
    const joined = new Map(current.map(({ groupId, joinedId }) => [groupKeyOf(groupId), joinedId]));
    const peers = new Set([
      ...this.messages.flatMap(({ sender, recipient }) => (recipient === name ? [sender] : [])),
      ...this.messages.flatMap(({ sender, recipient }) => (sender === name ? [recipient] : [])),
      ...joined.keys(),
    ]);
    const found = [...peers].flatMap((peer): Conversation[] => {
      if (isGroupKey(peer) && !joined.has(peer)) return [];
      const { readId, hiddenId = 0n, clearedId } = this.#marks.get(text(appKey, name, peer)) ?? {};
      const since = newest(newest(readId, clearedId), joined.get(peer));
      const kind = isGroupKey(peer) ? 2 : 1;
      const messages = this.#between(user, peer).filter((message) => message.kind === kind);
      const last = messages.at(-1);
      if (last === undefined || last.id <= hiddenId || (before !== undefined && last.id >= before)) return [];
      const unread = messages.filter(({ id, sender }) => id > since && sender !== name).length;
      return [{ peer, newestId: last.id, unread: Math.min(MAX_COUNTED, unread), last }];
    });
    return found.sort((a, b) => (a.newestId > b.newestId ? -1 : 1)).slice(0, limit);
  }

  async markRead(user: ImUser, peer: string, upTo: bigint): Promise<void> {
    this.#mark(user, peer, { readId: upTo });
  }

  async hide(user: ImUser, peer: string, upTo: bigint, isCleared: boolean): Promise<void> {
    this.#mark(user, peer, { hiddenId: upTo, readId: upTo, ...(isCleared && { clearedId: upTo }) });
  }

  #mark({ appKey, name }: ImUser, peer: string, { readId, hiddenId, clearedId }: Marks): void {
    const key = text(appKey, name, peer);
    const known = this.#marks.get(key) ?? {};
    this.#marks.set(key, {
      readId: newest(known.readId, readId),
      hiddenId: newest(known.hiddenId, hiddenId),
      clearedId: newest(known.clearedId, clearedId),
    });
  }

  #to({ appKey, name }: ImUser): ImMessage[] {
    return this.messages.filter((message) => message.appKey === appKey && message.recipient === name);
  }

  #between({ appKey, name }: ImUser, peer: string): ImMessage[] {
    return this.messages.filter((message) => {
      if (message.appKey !== appKey) return false;
      if (isGroupKey(peer)) return message.recipient === peer;
      const { sender, recipient } = message;
      return (sender === name && recipient === peer) || (sender === peer && recipient === name);
    });
  }

  /** Messages of a queue to `owner`. */
  #queue(owner: ImUser, peer: string): ImMessage[] {
    if (!isGroupKey(peer)) return this.#to(owner).filter(({ sender }) => sender === peer);
    const periods = this.periods.filter(
      ({ appKey, groupId, name }) => appKey === owner.appKey && name === owner.name && groupId === groupIdOf(peer),
    );
    return this.messages.filter(
      ({ appKey, recipient, sender, id }) =>
        appKey === owner.appKey &&
        recipient === peer &&
        sender !== owner.name &&
        periods.some(({ joinedId, leftId }) => id > joinedId && (leftId === undefined || id < leftId)),
    );
  }
}
