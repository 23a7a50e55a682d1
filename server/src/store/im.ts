import { and, eq, inArray, lt, max, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from './database.js';
import { listConversations } from './im-conversations.js';
import { readBacklog, readGroup, readQueue } from './im-delivery.js';
import { readHistory } from './im-history.js';
import {
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
} from './im-types.js';
import { imCursors, imMessages, imQueues } from './schema.js';

/** `MessageBody.type` of messages to users; the others are receipts about messages. */
const CHAT = 1;

const keyOf = (message: Pick<ImMessage, 'appKey' | 'sender' | 'resource' | 'clientId'>): string =>
  JSON.stringify([message.appKey, message.sender, message.resource, message.clientId]);

/** The message with the same id of the sender's device. */
const isSame = ({ appKey, sender, resource, clientId }: ImMessage): SQL | undefined =>
  and(
    eq(imMessages.appKey, appKey),
    eq(imMessages.sender, sender),
    eq(imMessages.resource, resource),
    eq(imMessages.clientId, clientId),
  );

/** One row for each key, in a fixed order, so that two statements cannot deadlock. */
const inOrder = <T>(rows: ReadonlyMap<string, T>): T[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

interface QueueChange {
  readonly appKey: string;
  readonly owner: string;
  readonly peer: string;
  lastId: bigint;
  newestId: bigint;
}

/** Updates that messages cause to the queues of recipients, and to the conversations of both sides. */
function queueChanges(messages: readonly ImMessage[]): QueueChange[] {
  const changes = new Map<string, QueueChange>();
  const change = (appKey: string, owner: string, peer: string): QueueChange => {
    const key = JSON.stringify([appKey, owner, peer]);
    const known = changes.get(key) ?? { appKey, owner, peer, lastId: 0n, newestId: 0n };
    changes.set(key, known);
    return known;
  };
  for (const { id, appKey, recipient, sender, kind } of messages) {
    if (isGroupKey(recipient)) continue;
    change(appKey, recipient, sender).lastId = id;
    if (kind !== CHAT) continue;
    change(appKey, recipient, sender).newestId = id;
    change(appKey, sender, recipient).newestId = id;
  }
  return inOrder(changes);
}

/** Inserts messages and their effects; known ones are skipped. Returns the ids of the inserted ones. */
export async function insertMessages(tx: Transaction, messages: readonly ImMessage[]): Promise<ReadonlySet<bigint>> {
  if (messages.length === 0) return new Set();
  const inserted = await tx
    .insert(imMessages)
    .values(messages.map((message) => ({ ...message, body: Buffer.from(message.body) })))
    .onConflictDoNothing()
    .returning({ id: imMessages.id });
  const fresh = new Set(inserted.map(({ id }) => id));
  const changes = queueChanges(messages.filter(({ id }) => fresh.has(id)));
  if (changes.length > 0) {
    await tx
      .insert(imQueues)
      .values(changes)
      .onConflictDoUpdate({
        target: [imQueues.appKey, imQueues.owner, imQueues.peer],
        set: {
          lastId: sql`greatest(im_queues.last_id, excluded.last_id)`,
          newestId: sql`greatest(im_queues.newest_id, excluded.newest_id)`,
        },
      });
  }
  return fresh;
}

export class SqlImStore implements ImStore {
  constructor(private readonly db: Database) {}

  async lastId(): Promise<bigint> {
    const [row] = await this.db.select({ id: max(imMessages.id) }).from(imMessages);
    return row?.id ?? 0n;
  }

  async append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]> {
    if (messages.length === 0) return [];
    return this.db.transaction(async (transaction) => {
      const fresh = await insertMessages(transaction, messages);
      const repeated = messages.filter(({ id }) => !fresh.has(id));
      if (repeated.length === 0) return messages.map(({ id, sentAt }) => ({ id, sentAt, isNew: true }));
      const firsts = await transaction
        .select()
        .from(imMessages)
        .where(or(...repeated.map(isSame)));
      const known = new Map(firsts.map((row) => [keyOf(row), row]));
      return messages.map((message) => {
        const isNew = fresh.has(message.id);
        const kept = isNew ? message : known.get(keyOf(message));
        // A message must not be acknowledged without being stored: the id belongs to another message.
        if (kept === undefined) throw new Error(`the id ${message.id} of an instant message is taken`);
        return { id: kept.id, sentAt: kept.sentAt, isNew };
      });
    });
  }

  async find(id: bigint): Promise<ImMessage | undefined> {
    const [found] = await this.db.select().from(imMessages).where(eq(imMessages.id, id));
    return found;
  }

  async recall(message: ImMessage, recalled: bigint): Promise<AppendResult | undefined> {
    const { id, appKey, sender, recipient, sentAt } = message;
    return this.db.transaction(async (transaction) => {
      const gone = await transaction
        .delete(imMessages)
        .where(
          and(
            eq(imMessages.id, recalled),
            eq(imMessages.appKey, appKey),
            eq(imMessages.sender, sender),
            eq(imMessages.recipient, recipient),
            inArray(imMessages.kind, [...RECALLABLE]),
          ),
        )
        .returning({ id: imMessages.id });
      if (gone.length > 0) {
        await insertMessages(transaction, [message]);
        return { id, sentAt, isNew: true };
      }
      // Repeated because its answer was lost.
      const [first] = await transaction.select().from(imMessages).where(isSame(message));
      return first && { id: first.id, sentAt: first.sentAt, isNew: false };
    });
  }

  backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]> {
    return readBacklog(this.db, owner, resource);
  }

  read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return readQueue(this.db, owner, peer, after, limit);
  }

  readGroup(appKey: string, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return readGroup(this.db, appKey, peer, { after, limit });
  }

  async acknowledge(acknowledgements: readonly Acknowledgement[]): Promise<void> {
    const cursors = new Map<string, typeof imCursors.$inferInsert>();
    const queues = new Map<string, typeof imQueues.$inferInsert>();
    for (const { owner, resource, peer, id } of acknowledgements) {
      const row = { appKey: owner.appKey, owner: owner.name, peer };
      const [cursorKey, queueKey] = [JSON.stringify({ ...row, resource }), JSON.stringify(row)];
      if (id > (cursors.get(cursorKey)?.ackedId ?? 0n)) cursors.set(cursorKey, { ...row, resource, ackedId: id });
      if (id > (queues.get(queueKey)?.ackedId ?? 0n)) queues.set(queueKey, { ...row, lastId: 0n, ackedId: id });
    }
    if (cursors.size === 0) return;
    await this.db.transaction(async (transaction) => {
      await transaction
        .insert(imCursors)
        .values(inOrder(cursors))
        .onConflictDoUpdate({
          target: [imCursors.appKey, imCursors.owner, imCursors.resource, imCursors.peer],
          set: { ackedId: sql`greatest(im_cursors.acked_id, excluded.acked_id)` },
        });
      await transaction
        .insert(imQueues)
        .values(inOrder(queues))
        .onConflictDoUpdate({
          target: [imQueues.appKey, imQueues.owner, imQueues.peer],
          set: { ackedId: sql`greatest(im_queues.acked_id, excluded.acked_id)` },
        });
    });
  }

  async forgetDevices(before: bigint): Promise<void> {
    await this.db.delete(imCursors).where(lt(imCursors.ackedId, before));
  }

  history(user: ImUser, peer: string, query: HistoryQuery): Promise<readonly ImMessage[]> {
    return readHistory(this.db, user, peer, query);
  }

  conversations(user: ImUser, before: bigint | undefined, limit: number): Promise<readonly Conversation[]> {
    return listConversations(this.db, user, before, limit);
  }

  async markRead(user: ImUser, peer: string, upTo: bigint): Promise<void> {
    await this.#mark(user, peer, { readId: upTo });
  }

  async hide(user: ImUser, peer: string, upTo: bigint, isCleared: boolean): Promise<void> {
    await this.#mark(user, peer, { hiddenId: upTo, readId: upTo, ...(isCleared && { clearedId: upTo }) });
  }

  async #mark(
    { appKey, name: owner }: ImUser,
    peer: string,
    marks: { readonly readId: bigint; readonly hiddenId?: bigint; readonly clearedId?: bigint },
  ): Promise<void> {
    await this.db
      .insert(imQueues)
      .values({ appKey, owner, peer, lastId: 0n, ...marks })
      .onConflictDoUpdate({
        target: [imQueues.appKey, imQueues.owner, imQueues.peer],
        set: {
          readId: sql`greatest(im_queues.read_id, excluded.read_id)`,
          hiddenId: sql`greatest(im_queues.hidden_id, excluded.hidden_id)`,
          clearedId: sql`greatest(im_queues.cleared_id, excluded.cleared_id)`,
        },
      });
  }
}
