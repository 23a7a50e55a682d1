import {
  FailureReason,
  FieldProblem,
  FollowDirection,
  listFollows,
  listWishes,
  toggleFollow,
  toggleWish,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { courses, crowdfunds, follows, members, wishes } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import { personOf } from '../http/person.js';
import { chatIdsFor } from './chat-partners.js';
import { memberTypeOf } from '../login/index.js';
import type { TargetTypes } from '../targets/index.js';
import type { Storage } from '../upload/storage.js';
import { cardsOf } from './cards.js';
import { offsetOf } from './listing.js';
import { mentorCards } from './mentor-cards.js';
import { readerOf, type Reader } from './reader.js';
import { isListed, isOnSale } from './visible.js';

/** The newest course on sale of each mentor. */
async function newestOf({ db, language }: Reader, mentorIds: readonly number[]) {
  const rows =
    mentorIds.length === 0
      ? []
      : await db
          .selectDistinctOn([courses.mentorId], {
            mentorId: courses.mentorId,
            id: courses.id,
            zh: courses.titleZh,
            en: courses.titleEn,
            at: courses.publishedAt,
          })
          .from(courses)
          .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
          .where(and(inArray(courses.mentorId, [...mentorIds]), isListed, isNotNull(courses.publishedAt)))
          .orderBy(courses.mentorId, desc(courses.publishedAt), desc(courses.id));
  return new Map(
    rows.map(({ mentorId, id, zh, en, at }) => [
      mentorId,
      { id: String(id), title: inLanguage(language, zh, en), at: isoOf(at ?? 0) },
    ]),
  );
}

/** Actions of wish lists and follows: `/api/Wish/*` and `/api/Follow/*`. */
export const wishActions = (storage: Storage, targets: TargetTypes): readonly BoundAction[] => [
  onMemberCall(toggleWish, async ({ type, id, on }, call) => {
    const memberId = personOf(call);
    const targetId = Number(id);
    const theirs = and(eq(wishes.memberId, memberId), eq(wishes.type, type), eq(wishes.targetId, targetId));
    if (!on) {
      // An item that is off sale can still be removed from the list.
      await call.db.delete(wishes).where(theirs);
      return { wished: false };
    }
    const priceCents = await targets[type]?.priceOf?.(call.db, targetId, { memberId, now: call.now });
    if (priceCents === undefined) throw badField('type', FieldProblem.Unknown);
    const row = { memberId, type, targetId, priceCents, createdAt: call.now };
    await call.db.insert(wishes).values(row).onConflictDoNothing();
    return { wished: true };
  }),

  onMemberCall(listWishes, async ({ type, ...page }, call) => {
    personOf(call);
    const reader = readerOf(call, storage);
    const { db, memberId } = reader;
    const where = and(eq(wishes.memberId, memberId), eq(wishes.type, type), isNull(courses.deletedAt));
    const rows = await db
      .select({ wish: wishes, course: courses, isOnSale: sql<boolean>`${isOnSale}` })
      .from(wishes)
      .innerJoin(courses, eq(courses.id, wishes.targetId))
      .where(where)
      .orderBy(desc(wishes.createdAt), desc(wishes.targetId))
      .limit(page.limit)
      .offset(offsetOf(page));
    const [counted] = await db
      .select({ n: count() })
      .from(wishes)
      .innerJoin(courses, eq(courses.id, wishes.targetId))
      .where(where);
    const cards = await cardsOf(
      reader,
      rows.map(({ course }) => course),
    );
    const list = rows.flatMap((row, index) => {
      const course = cards[index];
      if (course === undefined) return [];
      return [
        {
          course,
          wished_at: isoOf(row.wish.createdAt),
          price_then_cents: row.wish.priceCents,
          on_sale: row.isOnSale,
        },
      ];
    });
    return { list, total: counted?.n ?? 0, ...page };
  }),

  onMemberCall(toggleFollow, async ({ id, on }, call) => {
    const memberId = call.caller.member.id;
    const targetId = Number(id);
    if (targetId === memberId) throw badField('id', FieldProblem.Unknown);
    const { db } = call;
    if (on) {
      const found = await db
        .select({ id: members.id })
        .from(members)
        .where(and(eq(members.id, targetId), eq(members.isBanned, false), eq(members.isStaff, false)));
      if (found.length === 0) throw new ApiFailure(FailureReason.NotFound);
      await db.insert(follows).values({ memberId, targetId, createdAt: call.now }).onConflictDoNothing();
    } else {
      await db.delete(follows).where(and(eq(follows.memberId, memberId), eq(follows.targetId, targetId)));
    }
    const [counted] = await db.select({ n: count() }).from(follows).where(eq(follows.targetId, targetId));
    return { followed: on, followers: counted?.n ?? 0 };
  }),

  onMemberCall(listFollows, async ({ dir, ...page }, call) => {
    const reader = readerOf(call, storage);
    const { db, memberId } = reader;
    const isFollowing = dir === FollowDirection.Following;
    const other = isFollowing ? follows.targetId : follows.memberId;
    const isShown = and(eq(members.isBanned, false), eq(members.isStaff, false));
    const where = and(eq(isFollowing ? follows.memberId : follows.targetId, memberId), isShown);
    const rows = await db
      .select({ member: members, since: follows.createdAt })
      .from(follows)
      .innerJoin(members, eq(members.id, other))
      .where(where)
      .orderBy(desc(follows.createdAt), desc(members.id))
      .limit(page.limit)
      .offset(offsetOf(page));
    const [counted] = await db
      .select({ n: count() })
      .from(follows)
      .innerJoin(members, eq(members.id, other))
      .where(where);
    const cards = await mentorCards(
      reader,
      rows.map(({ member }) => member),
    );
    const chatIds = await chatIdsFor(
      db,
      memberId,
      rows.map(({ member }) => member.id),
    );
    const newest = await newestOf(
      reader,
      rows.map(({ member }) => member.id),
    );
    const list = rows.flatMap(({ member, since }, index) => {
      const card = cards[index];
      if (card === undefined) return [];
      const { id, name, headimg, intro, courses: taught, followed } = card;
      const sign = { usertype: memberTypeOf(member), hx_uid: chatIds.get(member.id) ?? '' };
      return [
        {
          id,
          name,
          headimg,
          intro,
          courses: taught,
          followed,
          ...sign,
          since: isoOf(since),
          latest: newest.get(member.id) ?? null,
        },
      ];
    });
    return { list, total: counted?.n ?? 0, ...page };
  }),
];
