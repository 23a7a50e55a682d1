import { and, desc, eq, gt, inArray, lt, max, or, sql } from 'drizzle-orm';
import type { Database } from './database.js';
import { imCursors, imMessages, imQueues } from './schema.js';

/** A message from one user to another, as it is kept. */
export interface ImMessage {
  /** Grows with time; never given twice. */
  readonly id: bigint;
  readonly appKey: string;
  readonly sender: string;
  /** Device of the sender. */
  readonly resource: string;
  readonly recipient: string;
  /** What the sender's device calls it: a decimal text. The same again is the same message. */
  readonly clientId: string;
  /** `MessageBody.type` of the wire. */
  readonly kind: number;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** What became of a message that was to be kept. */
export interface AppendResult {
  /** Those of the first, if it was known already. */
  readonly id: bigint;
  readonly sentAt: number;
  readonly isNew: boolean;
}

/** What a device has not acknowledged from one peer. */
export interface Backlog {
  readonly peer: string;
  /** The newest that it has, or need not get. */
  readonly after: bigint;
  /** At most {@link MAX_COUNTED}. */
  readonly count: number;
}

export interface ImUser {
  readonly appKey: string;
  readonly name: string;
}

/** Where instant messages are kept. */
export interface ImStore {
  /** The greatest id that was ever given; 0 without any. */
  lastId(): Promise<bigint>;
  /** Keeps all of them, or none; results in the same order. */
  append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]>;
  /** What a device is still to get: after what it acknowledged itself, or else what any device of its user did. */
  backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]>;
  /** Messages from `peer` to `owner` after an id, oldest first. */
  read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]>;
  /** A device has everything from `peer` up to this id. */
  acknowledge(owner: ImUser, resource: string, peer: string, id: bigint): Promise<void>;
  /** Messages of one kind between two users before an id, newest first. */
  history(user: ImUser, peer: string, kind: number, before: bigint | undefined, limit: number): Promise<ImMessage[]>;
}

const MAX_COUNTED = 1_000;
/** Rows of one statement, which takes 65,535 parameters at most. */
export const MAX_APPENDED = 1_000;

const keyOf = (message: Pick<ImMessage, 'appKey' | 'sender' | 'resource' | 'clientId'>): string =>
  JSON.stringify([message.appKey, message.sender, message.resource, message.clientId]);

export class SqlImStore implements ImStore {
  constructor(private readonly db: Database) {}

  async lastId(): Promise<bigint> {
    const [row] = await this.db.select({ id: max(imMessages.id) }).from(imMessages);
    return row?.id ?? 0n;
  }

  async append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]> {
    if (messages.length === 0) return [];
    return this.db.transaction(async (transaction) => {
      const values = messages.map((message) => ({ ...message, body: Buffer.from(message.body) }));
      const inserted = await transaction
        .insert(imMessages)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: imMessages.id });
      const fresh = new Set(inserted.map(({ id }) => id));
      const newest = new Map<string, { appKey: string; owner: string; peer: string; lastId: bigint }>();
      for (const { id, appKey, recipient: owner, sender: peer } of messages) {
        if (fresh.has(id)) newest.set(JSON.stringify([appKey, owner, peer]), { appKey, owner, peer, lastId: id });
      }
      if (newest.size > 0) {
        await transaction
          .insert(imQueues)
          .values([...newest.values()])
          .onConflictDoUpdate({
            target: [imQueues.appKey, imQueues.owner, imQueues.peer],
            set: { lastId: sql`greatest(im_queues.last_id, excluded.last_id)` },
          });
      }
      const repeated = messages.filter(({ id }) => !fresh.has(id));
      if (repeated.length === 0) return messages.map(({ id, sentAt }) => ({ id, sentAt, isNew: true }));
      const firsts = await transaction
        .select()
        .from(imMessages)
        .where(
          or(
            ...repeated.map(({ appKey, sender, resource, clientId }) =>
              and(
                eq(imMessages.appKey, appKey),
                eq(imMessages.sender, sender),
                eq(imMessages.resource, resource),
                eq(imMessages.clientId, clientId),
              ),
            ),
          ),
        );
      const known = new Map(firsts.map((row) => [keyOf(row), row]));
      return messages.map((message) => {
        const isNew = fresh.has(message.id);
        const kept = isNew ? message : known.get(keyOf(message));
        // Never acknowledged without being kept: the id is another message's.
        if (kept === undefined) throw new Error(`the id ${message.id} of an instant message is taken`);
        return { id: kept.id, sentAt: kept.sentAt, isNew };
      });
    });
  }

  async backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]> {
    const after = sql<bigint>`coalesce(${imCursors.ackedId}, ${imQueues.ackedId})`.mapWith(imQueues.ackedId);
    const rows = await this.db
      .select({
        peer: imQueues.peer,
        after,
        count: sql<string>`(SELECT count(*) FROM (SELECT 1 FROM im_messages m WHERE m.app_key = ${imQueues.appKey}
          AND m.recipient = ${imQueues.owner} AND m.sender = ${imQueues.peer} AND m.id > ${after}
          LIMIT ${MAX_COUNTED}) counted)`,
      })
      .from(imQueues)
      .leftJoin(
        imCursors,
        and(
          eq(imCursors.appKey, imQueues.appKey),
          eq(imCursors.owner, imQueues.owner),
          eq(imCursors.resource, resource),
          eq(imCursors.peer, imQueues.peer),
        ),
      )
      .where(and(eq(imQueues.appKey, owner.appKey), eq(imQueues.owner, owner.name), gt(imQueues.lastId, after)))
      .orderBy(imQueues.lastId);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  async read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]> {
    return this.db
      .select()
      .from(imMessages)
      .where(
        and(
          eq(imMessages.appKey, owner.appKey),
          eq(imMessages.recipient, owner.name),
          eq(imMessages.sender, peer),
          gt(imMessages.id, after),
        ),
      )
      .orderBy(imMessages.id)
      .limit(limit);
  }

  async acknowledge({ appKey, name: owner }: ImUser, resource: string, peer: string, ackedId: bigint): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await transaction
        .insert(imCursors)
        .values({ appKey, owner, resource, peer, ackedId })
        .onConflictDoUpdate({
          target: [imCursors.appKey, imCursors.owner, imCursors.resource, imCursors.peer],
          set: { ackedId: sql`greatest(im_cursors.acked_id, excluded.acked_id)` },
        });
      await transaction
        .update(imQueues)
        .set({ ackedId })
        .where(
          and(
            eq(imQueues.appKey, appKey),
            eq(imQueues.owner, owner),
            eq(imQueues.peer, peer),
            lt(imQueues.ackedId, ackedId),
          ),
        );
    });
  }

  async history(
    { appKey, name }: ImUser,
    peer: string,
    kind: number,
    before: bigint | undefined,
    limit: number,
  ): Promise<ImMessage[]> {
    const pair = [name, peer];
    return this.db
      .select()
      .from(imMessages)
      .where(
        and(
          eq(imMessages.appKey, appKey),
          inArray(imMessages.recipient, pair),
          inArray(imMessages.sender, pair),
          // With the two lists alone, what both wrote to themselves would be among it.
          sql`(${imMessages.recipient} <> ${imMessages.sender} OR ${name} = ${peer})`,
          eq(imMessages.kind, kind),
          before === undefined ? undefined : lt(imMessages.id, before),
        ),
      )
      .orderBy(desc(imMessages.id))
      .limit(limit);
  }
}
