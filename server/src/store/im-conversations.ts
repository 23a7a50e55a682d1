import { inArray, sql } from 'drizzle-orm';
import type { Database } from './database.js';
import { MAX_COUNTED, type Conversation, type ImUser } from './im-types.js';
import { imMessages } from './schema.js';

interface Row extends Record<string, unknown> {
  readonly peer: string;
  readonly newest_id: string;
  readonly unread: string;
}

const MAX_ID = 9_223_372_036_854_775_807n;

/** The conversations of a user, newest first; those in groups only during the membership. */
export async function listConversations(
  db: Database,
  { appKey, name }: ImUser,
  before: bigint = MAX_ID,
  limit: number,
): Promise<readonly Conversation[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT found.peer, found.newest_id, (
      SELECT count(*) FROM (
        SELECT 1 FROM im_messages m
        WHERE found.is_group AND m.app_key = ${appKey} AND m.recipient = found.peer AND m.recipient LIKE '#%'
          AND m.id > found.read_id AND m.sender <> ${name} AND m.kind = 2
        UNION ALL
        SELECT 1 FROM im_messages m
        WHERE NOT found.is_group AND m.app_key = ${appKey} AND m.recipient = ${name} AND m.sender = found.peer
          AND m.id > found.read_id AND m.sender <> ${name} AND m.kind = 1
        LIMIT ${MAX_COUNTED}
      ) counted
    ) AS unread
    FROM (
      SELECT * FROM (
        SELECT q.peer, greatest(q.read_id, q.cleared_id) AS read_id, newest.id AS newest_id, q.hidden_id,
          false AS is_group
        FROM im_queues q
        CROSS JOIN LATERAL (
          SELECT max(either.id) AS id FROM (
            (SELECT m.id FROM im_messages m WHERE m.app_key = ${appKey} AND m.recipient = ${name}
              AND m.sender = q.peer AND m.kind = 1 AND m.id <= q.newest_id ORDER BY m.id DESC LIMIT 1)
            UNION ALL
            (SELECT m.id FROM im_messages m WHERE m.app_key = ${appKey} AND m.recipient = q.peer
              AND m.sender = ${name} AND m.kind = 1 AND m.id <= q.newest_id ORDER BY m.id DESC LIMIT 1)
          ) either
        ) newest
        WHERE q.app_key = ${appKey} AND q.owner = ${name} AND q.peer NOT LIKE '#%' AND q.newest_id > q.hidden_id
        UNION ALL
        SELECT '#' || p.group_id, greatest(q.read_id, q.cleared_id, p.joined_id), newest.id,
          coalesce(q.hidden_id, 0), true
        FROM im_group_members p
        LEFT JOIN im_queues q ON q.app_key = p.app_key AND q.owner = p.name AND q.peer = '#' || p.group_id
        CROSS JOIN LATERAL (
          SELECT m.id FROM im_messages m WHERE m.app_key = p.app_key AND m.recipient = '#' || p.group_id
            AND m.recipient LIKE '#%' AND m.kind = 2 ORDER BY m.id DESC LIMIT 1
        ) newest
        WHERE p.app_key = ${appKey} AND p.name = ${name} AND p.left_id IS NULL
      ) every
      WHERE every.newest_id > every.hidden_id AND every.newest_id < ${before}
      ORDER BY every.newest_id DESC LIMIT ${limit}
    ) found
    ORDER BY found.newest_id DESC
  `);
  if (rows.length === 0) return [];
  const ids = rows.map(({ newest_id: id }) => BigInt(id));
  const messages = await db.select().from(imMessages).where(inArray(imMessages.id, ids));
  const byId = new Map(messages.map((message) => [message.id, message]));
  return rows.flatMap(({ peer, unread }, index) => {
    const newestId = ids[index] ?? 0n;
    const last = byId.get(newestId);
    return last === undefined ? [] : [{ peer, newestId, unread: Number(unread), last }];
  });
}
