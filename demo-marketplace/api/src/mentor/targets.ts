import { ProviderCheckStatus } from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import { members } from '../db/schema/index.js';
import type { TargetTypes } from '../targets/index.js';

/** Mentors. */
export const MENTOR_TARGETS = {
  mentor: {
    async find(db, ids, viewerId) {
      const isPublic = and(eq(members.isBanned, false), eq(members.providerCheckStatus, ProviderCheckStatus.Approved));
      const rows = await db
        .select({ id: members.id, title: members.name })
        .from(members)
        .where(and(inArray(members.id, [...ids]), viewerId === undefined ? undefined : isPublic));
      return new Map(rows.map(({ id, title }) => [id, { title, ownerId: id, path: `/daoshi?id=${id}` }]));
    },
  },
} as const satisfies TargetTypes;
