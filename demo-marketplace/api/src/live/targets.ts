import { FailureReason, type LiveKind } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { lives } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { TargetType, TargetTypes } from '../targets/index.js';
import { findVisibleLive, isMentorThere, priceOf, typesOf } from './timeline.js';

/** Classes or activities, as everybody sees them. */
const livesOf = (kind: LiveKind): TargetType => ({
  async find(db, ids, viewerId) {
    const isPublic = and(eq(lives.status, 'approved'), isNull(lives.deletedAt), isMentorThere);
    const rows = await db
      .select({ id: lives.id, zh: lives.titleZh, en: lives.titleEn, ownerId: lives.mentorId })
      .from(lives)
      .where(and(inArray(lives.id, [...ids]), eq(lives.kind, kind), viewerId === undefined ? undefined : isPublic));
    return new Map(
      rows.map(({ id, zh, en, ownerId }) => [
        id,
        { title: { zh, en: en || zh }, ownerId, path: `/live-info?id=${id}` },
      ]),
    );
  },
  async priceOf(db, id, { memberId, now }) {
    const live = await findVisibleLive(db, id, memberId);
    if (live.kind !== kind) throw new ApiFailure(FailureReason.NotFound);
    return Math.min(...(await typesOf(db, [id])).map(({ type }) => priceOf(type, now)));
  },
});

/** Live classes and activities, which can be reported. */
export const LIVE_TARGETS = { live: livesOf('class'), activity: livesOf('activity') } as const satisfies TargetTypes;
