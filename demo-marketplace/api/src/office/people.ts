import type { OfficeMemberBrief } from '@lectern/marketplace-contract';
import { inArray } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { members } from '../db/schema/index.js';
import type { Storage } from '../upload/index.js';

/** Names and images of members. */
export async function briefsOf(
  db: Database,
  storage: Storage,
  ids: readonly number[],
): Promise<(id: number) => OfficeMemberBrief> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: members.id, name: members.name, key: members.headimgKey })
          .from(members)
          .where(inArray(members.id, [...new Set(ids)]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id) => ({
    id: String(id),
    name: found.get(id)?.name ?? '',
    headimg: storage.urlOf(found.get(id)?.key ?? ''),
  });
}
