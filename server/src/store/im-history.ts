import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.js';
import { isToGroup } from './im-delivery.js';
import { isGroupKey, type HistoryQuery, type ImMessage, type ImUser } from './im-types.js';
import { imMessages } from './schema.js';

/** Messages between a user and a peer, including those to oneself; or to a group. */
export function isBetween(name: string, peer: string): SQL | undefined {
  if (isGroupKey(peer)) return and(eq(imMessages.recipient, peer), isToGroup());
  const pair = [name, peer];
  return and(
    inArray(imMessages.recipient, pair),
    inArray(imMessages.sender, pair),
    // The two lists alone would include the messages of both to themselves.
    sql`(${imMessages.recipient} <> ${imMessages.sender} OR ${name} = ${peer})`,
  );
}

/** Messages with a user or in a group that the user has not cleared. */
export function readHistory(
  db: Database,
  { appKey, name }: ImUser,
  peer: string,
  { kind, isDownward, cursor, limit, contentTypes, sender, startTime, endTime }: HistoryQuery,
): Promise<readonly ImMessage[]> {
  const beyond = isDownward ? gt : lt;
  return db
    .select()
    .from(imMessages)
    .where(
      and(
        eq(imMessages.appKey, appKey),
        isBetween(name, peer),
        eq(imMessages.kind, kind),
        sql`${imMessages.id} > coalesce((SELECT q.cleared_id FROM im_queues q
          WHERE q.app_key = ${appKey} AND q.owner = ${name} AND q.peer = ${peer}), 0)`,
        cursor === undefined ? undefined : beyond(imMessages.id, cursor),
        contentTypes === undefined ? undefined : inArray(imMessages.contentType, [...contentTypes]),
        sender === undefined ? undefined : eq(imMessages.sender, sender),
        startTime === undefined ? undefined : gte(imMessages.sentAt, startTime),
        endTime === undefined ? undefined : lte(imMessages.sentAt, endTime),
      ),
    )
    .orderBy(isDownward ? asc(imMessages.id) : desc(imMessages.id))
    .limit(limit);
}
