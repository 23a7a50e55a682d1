import { and, eq, getTableColumns, gt, isNull, like, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.js';
import {
  groupIdOf,
  groupKeyOf,
  isGroupKey,
  MAX_COUNTED,
  type Backlog,
  type ImMessage,
  type ImUser,
} from './im-types.js';
import { imCursors, imGroupMembers, imMessages, imQueues } from './schema.js';

/** Condition of the index over messages to groups. */
export const isToGroup = (): SQL => like(imMessages.recipient, sql`'#%'`);

/** Messages of others during the user's membership in the group. */
const wasMember = (): SQL | undefined =>
  and(
    gt(imMessages.id, imGroupMembers.joinedId),
    or(isNull(imGroupMembers.leftId), lt(imMessages.id, imGroupMembers.leftId)),
    ne(imMessages.sender, imGroupMembers.name),
  );

const isOf = ({ appKey, name }: ImUser): SQL | undefined =>
  and(eq(imGroupMembers.appKey, appKey), eq(imGroupMembers.name, name));

function backlogOfUsers(db: Database, owner: ImUser, resource: string): Promise<Backlog[]> {
  const after = sql<bigint>`coalesce(${imCursors.ackedId}, ${imQueues.ackedId})`.mapWith(imQueues.ackedId);
  return db
    .select({
      peer: imQueues.peer,
      after,
      count: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM im_messages m WHERE m.app_key = ${imQueues.appKey}
          AND m.recipient = ${imQueues.owner} AND m.sender = ${imQueues.peer} AND m.id > ${after}
          LIMIT ${MAX_COUNTED}) counted)`.mapWith(Number),
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
}

async function backlogOfGroups(db: Database, owner: ImUser, resource: string): Promise<Backlog[]> {
  const { rows } = await db.execute<{ group_id: string; after: string; count: string }>(sql`
    SELECT g.group_id, g.after, counted.count
    FROM (
      SELECT p.group_id, coalesce(max(c.acked_id), max(q.acked_id), 0) AS after
      FROM im_group_members p
      LEFT JOIN im_cursors c ON c.app_key = p.app_key AND c.owner = p.name AND c.resource = ${resource}
        AND c.peer = '#' || p.group_id
      LEFT JOIN im_queues q ON q.app_key = p.app_key AND q.owner = p.name AND q.peer = '#' || p.group_id
      WHERE p.app_key = ${owner.appKey} AND p.name = ${owner.name}
      GROUP BY p.group_id
    ) g
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, min(found.id) AS first FROM (
        SELECT m.id FROM im_group_members p
        JOIN im_messages m ON m.app_key = p.app_key AND m.recipient = '#' || p.group_id AND m.recipient LIKE '#%'
          AND m.id > greatest(p.joined_id, g.after) AND (p.left_id IS NULL OR m.id < p.left_id) AND m.sender <> p.name
        WHERE p.app_key = ${owner.appKey} AND p.group_id = g.group_id AND p.name = ${owner.name}
        LIMIT ${MAX_COUNTED}
      ) found
    ) counted
    WHERE counted.count > 0
    ORDER BY counted.first
  `);
  return rows.map(({ group_id: id, after, count }) => ({
    peer: groupKeyOf(id),
    after: BigInt(after),
    count: Number(count),
  }));
}

/** Pending messages of a device, by queue. */
export async function readBacklog(db: Database, owner: ImUser, resource: string): Promise<readonly Backlog[]> {
  return [...(await backlogOfUsers(db, owner, resource)), ...(await backlogOfGroups(db, owner, resource))];
}

/** Messages of a queue to a user after an id, oldest first. */
export function readQueue(
  db: Database,
  owner: ImUser,
  peer: string,
  after: bigint,
  limit: number,
): Promise<readonly ImMessage[]> {
  if (!isGroupKey(peer)) {
    return db
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
  return db
    .select(getTableColumns(imMessages))
    .from(imMessages)
    .innerJoin(imGroupMembers, and(isOf(owner), eq(imGroupMembers.groupId, groupIdOf(peer)), wasMember()))
    .where(
      and(eq(imMessages.appKey, owner.appKey), eq(imMessages.recipient, peer), isToGroup(), gt(imMessages.id, after)),
    )
    .orderBy(imMessages.id)
    .limit(limit);
}

/** Everything in a group after an id, oldest first. */
export function readGroup(
  db: Database,
  appKey: string,
  peer: string,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<readonly ImMessage[]> {
  return db
    .select()
    .from(imMessages)
    .where(and(eq(imMessages.appKey, appKey), eq(imMessages.recipient, peer), isToGroup(), gt(imMessages.id, after)))
    .orderBy(imMessages.id)
    .limit(limit);
}
