import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.js';
import { insertMessages } from './im.js';
import type { ImMessage, ImUser } from './im-types.js';
import { imGroupMembers, imGroupRequests, imGroups } from './schema.js';

/** A group, without its members. */
export interface GroupRecord {
  readonly appKey: string;
  /** A decimal text. */
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly avatar: string;
  /** Custom data of the application. */
  readonly custom: string;
  /** Any user may find it, and join or apply; otherwise only invited users join. */
  readonly isPublic: boolean;
  /** For a public group: its owner approves applications. */
  readonly needsApproval: boolean;
  /** Every member may invite, not only the owner. */
  readonly membersInvite: boolean;
  /** Invited users have to confirm. */
  readonly inviteNeedsConfirm: boolean;
  readonly maxMembers: number;
  readonly createdAt: number;
}

export interface GroupMembership {
  readonly name: string;
  /** Receives items with a greater id. */
  readonly joinedId: bigint;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
}

/** A pending membership: an invitation, or an application to the owner. */
export interface GroupRequest {
  readonly name: string;
  readonly kind: 'invite' | 'apply';
  readonly by: string;
}

export interface StoredGroup {
  readonly record: GroupRecord;
  /** In the order in which they joined. */
  readonly members: readonly GroupMembership[];
  readonly requests: readonly GroupRequest[];
}

/** One change of a group. */
export type GroupWrite =
  /** A new group, or changed properties. */
  | { readonly kind: 'record'; readonly record: GroupRecord }
  | { readonly kind: 'join'; readonly member: GroupMembership }
  /** Receives items with a smaller id. */
  | { readonly kind: 'leave'; readonly name: string; readonly leftId: bigint }
  | { readonly kind: 'request'; readonly request: GroupRequest }
  /** A request is answered, or withdrawn. */
  | { readonly kind: 'settle'; readonly name: string }
  /** All remaining members leave. */
  | { readonly kind: 'destroy'; readonly leftId: bigint };

export interface GroupChange {
  readonly appKey: string;
  readonly id: string;
  readonly writes: readonly GroupWrite[];
  /** Events about the change. */
  readonly events: readonly ImMessage[];
}

/** Stores groups. */
export interface GroupStore {
  find(appKey: string, id: string): Promise<StoredGroup | undefined>;
  /** Atomic. */
  commit(change: GroupChange): Promise<void>;
  /** Groups of a user, newest membership first. */
  ofUser(user: ImUser, offset: number, limit: number): Promise<readonly (GroupRecord & { memberCount: number })[]>;
  /** Number of groups of each of these users. */
  countsOf(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Public groups in the order of their ids, after `after`. */
  listPublic(appKey: string, after: string, limit: number): Promise<readonly GroupRecord[]>;
}

type WriteOf<K extends GroupWrite['kind']> = Extract<GroupWrite, { kind: K }>;

const allOf = <K extends GroupWrite['kind']>(writes: readonly GroupWrite[], kind: K): WriteOf<K>[] =>
  writes.filter((write): write is WriteOf<K> => write.kind === kind);

export class SqlGroupStore implements GroupStore {
  constructor(private readonly db: Database) {}

  async find(appKey: string, id: string): Promise<StoredGroup | undefined> {
    // Three statements may read three states; changes of one group come one after the other, from one node.
    const [[record], members, requests] = await Promise.all([
      this.db
        .select()
        .from(imGroups)
        .where(and(eq(imGroups.appKey, appKey), eq(imGroups.id, id))),
      this.db
        .select({ name: imGroupMembers.name, joinedId: imGroupMembers.joinedId, joinedAt: imGroupMembers.joinedAt })
        .from(imGroupMembers)
        .where(and(eq(imGroupMembers.appKey, appKey), eq(imGroupMembers.groupId, id), isNull(imGroupMembers.leftId)))
        .orderBy(imGroupMembers.joinedId, imGroupMembers.name),
      this.db
        .select({ name: imGroupRequests.name, kind: imGroupRequests.kind, by: imGroupRequests.by })
        .from(imGroupRequests)
        .where(and(eq(imGroupRequests.appKey, appKey), eq(imGroupRequests.groupId, id))),
    ]);
    return (
      record && {
        record,
        members,
        requests: requests.map((row) => ({ ...row, kind: row.kind as GroupRequest['kind'] })),
      }
    );
  }

  async commit({ appKey, id, writes, events }: GroupChange): Promise<void> {
    await this.db.transaction(async (transaction) => {
      for (const { record } of allOf(writes, 'record')) {
        await transaction
          .insert(imGroups)
          .values(record)
          .onConflictDoUpdate({ target: [imGroups.appKey, imGroups.id], set: record });
      }
      for (const { name, leftId } of allOf(writes, 'leave')) {
        await this.#leave(transaction, { appKey, id, leftId, name });
      }
      const joins = allOf(writes, 'join').map(({ member }) => ({ appKey, groupId: id, ...member }));
      if (joins.length > 0) await transaction.insert(imGroupMembers).values(joins);
      await this.#writeRequests(transaction, { appKey, id, writes });
      for (const { leftId } of allOf(writes, 'destroy')) {
        await this.#leave(transaction, { appKey, id, leftId });
        await transaction.delete(imGroups).where(and(eq(imGroups.appKey, appKey), eq(imGroups.id, id)));
      }
      await insertMessages(transaction, events);
    });
  }

  async ofUser(
    { appKey, name }: ImUser,
    offset: number,
    limit: number,
  ): Promise<readonly (GroupRecord & { memberCount: number })[]> {
    const rows = await this.db
      .select({
        record: imGroups,
        memberCount: sql<number>`(SELECT count(*) FROM im_group_members o WHERE o.app_key = ${imGroups.appKey}
          AND o.group_id = ${imGroups.id} AND o.left_id IS NULL)`.mapWith(Number),
      })
      .from(imGroupMembers)
      .innerJoin(imGroups, and(eq(imGroups.appKey, imGroupMembers.appKey), eq(imGroups.id, imGroupMembers.groupId)))
      .where(and(eq(imGroupMembers.appKey, appKey), eq(imGroupMembers.name, name), isNull(imGroupMembers.leftId)))
      .orderBy(sql`${imGroupMembers.joinedId} DESC`)
      .offset(offset)
      .limit(limit);
    return rows.map(({ record, memberCount }) => ({ ...record, memberCount }));
  }

  async countsOf(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (names.length === 0) return new Map();
    const rows = await this.db
      .select({ name: imGroupMembers.name, count: count() })
      .from(imGroupMembers)
      .where(
        and(eq(imGroupMembers.appKey, appKey), inArray(imGroupMembers.name, [...names]), isNull(imGroupMembers.leftId)),
      )
      .groupBy(imGroupMembers.name);
    return new Map(rows.map((row) => [row.name, row.count]));
  }

  async listPublic(appKey: string, after: string, limit: number): Promise<readonly GroupRecord[]> {
    return this.db
      .select()
      .from(imGroups)
      .where(and(eq(imGroups.appKey, appKey), eq(imGroups.isPublic, true), gt(imGroups.id, after)))
      .orderBy(asc(imGroups.id))
      .limit(limit);
  }

  /** One member leaves, or all of them. */
  async #leave(
    transaction: Transaction,
    { appKey, id, leftId, name }: { appKey: string; id: string; leftId: bigint; name?: string },
  ): Promise<void> {
    await transaction
      .update(imGroupMembers)
      .set({ leftId })
      .where(
        and(
          eq(imGroupMembers.appKey, appKey),
          eq(imGroupMembers.groupId, id),
          name === undefined ? undefined : eq(imGroupMembers.name, name),
          isNull(imGroupMembers.leftId),
        ),
      );
  }

  async #writeRequests(
    transaction: Transaction,
    { appKey, id, writes }: Pick<GroupChange, 'appKey' | 'id' | 'writes'>,
  ): Promise<void> {
    const ofGroup = and(eq(imGroupRequests.appKey, appKey), eq(imGroupRequests.groupId, id));
    const settled = allOf(writes, 'settle').map(({ name }) => name);
    if (settled.length > 0) {
      await transaction.delete(imGroupRequests).where(and(ofGroup, inArray(imGroupRequests.name, settled)));
    }
    const requests = allOf(writes, 'request').map(({ request }) => ({ appKey, groupId: id, ...request }));
    if (requests.length > 0) {
      const { appKey: key, groupId, name, kind } = imGroupRequests;
      await transaction
        .insert(imGroupRequests)
        .values(requests)
        .onConflictDoUpdate({ target: [key, groupId, name, kind], set: { by: sql`excluded.by_name` } });
    }
    if (writes.some(({ kind }) => kind === 'destroy')) await transaction.delete(imGroupRequests).where(ofGroup);
  }
}
