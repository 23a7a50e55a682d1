import { FailureReason, getMentor, listMentorReviews, listMentors } from '@lectern/marketplace-contract';
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, media, members, mentorProfiles, reviews, type MemberRow } from '../db/schema/index.js';
import { onCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import type { Storage } from '../upload/storage.js';
import { chatIdsFor } from './chat-partners.js';
import { offsetOf } from './listing.js';
import { findMentors, isMentor, mentorCards, mentorNamed } from './mentor-cards.js';
import { readerOf } from './reader.js';
import { showReviews } from './review-actions.js';
import { isListed } from './visible.js';

async function mentorOf(db: Database, id: string): Promise<MemberRow> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, Number(id)), isMentor));
  if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
  return row;
}

/** Public actions of mentors: `/api/Mentor/*`. */
export const mentorActions = (storage: Storage): readonly BoundAction[] => [
  onCall(listMentors, async ({ keyword = '', ...page }, call) => {
    const reader = readerOf(call, storage);
    const { rows, total } = await findMentors(reader, keyword === '' ? isMentor : mentorNamed(keyword), page);
    return { list: await mentorCards(reader, rows), total, ...page };
  }),

  onCall(getMentor, async ({ id }, call) => {
    const reader = readerOf(call, storage);
    const member = await mentorOf(call.db, id);
    const [card] = await mentorCards(reader, [member]);
    if (card === undefined) throw new ApiFailure(FailureReason.NotFound);
    const chatIds = await chatIdsFor(call.db, reader.memberId, [member.id]);
    const [known] = await call.db
      .select({ profile: mentorProfiles, clipKey: media.key })
      .from(mentorProfiles)
      .leftJoin(media, and(eq(media.id, mentorProfiles.clipMediaId), isNotNull(media.storedAt)))
      .where(eq(mentorProfiles.memberId, member.id));
    const { intro = '', subjects = [], education = [], experience = [], credentials = [] } = known?.profile ?? {};
    return {
      ...card,
      ...(intro !== '' && { intro }),
      hx_uid: chatIds.get(member.id) ?? '',
      area: member.area,
      clip_url: storage.urlOf(known?.clipKey ?? ''),
      ...{ subjects: [...subjects], education: [...education], experience: [...experience] },
      credentials: credentials.map(({ title }) => title),
      since: isoOf(member.createdAt),
      answers_homework: member.isHomework,
      mine: member.id === reader.memberId,
    };
  }),

  onCall(listMentorReviews, async ({ id, ...page }, call) => {
    const reader = readerOf(call, storage);
    const { db, language } = reader;
    const mentor = await mentorOf(db, id);
    const where = and(eq(courses.mentorId, mentor.id), isListed, isNull(reviews.hiddenAt));
    const rows = await db
      .select({ review: reviews, zh: courses.titleZh, en: courses.titleEn })
      .from(reviews)
      .innerJoin(courses, eq(courses.id, reviews.courseId))
      .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
      .where(where)
      .orderBy(desc(reviews.updatedAt), desc(reviews.id))
      .limit(page.limit)
      .offset(offsetOf(page));
    const [counted] = await db
      .select({ n: count() })
      .from(reviews)
      .innerJoin(courses, eq(courses.id, reviews.courseId))
      .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
      .where(where);
    const shown = await showReviews(
      reader,
      rows.map(({ review }) => review),
    );
    const list = shown.flatMap((one, index) => {
      const row = rows[index];
      if (row === undefined) return [];
      return [{ ...one, course_id: String(row.review.courseId), course_title: inLanguage(language, row.zh, row.en) }];
    });
    return { list, total: counted?.n ?? 0, ...page };
  }),
];
