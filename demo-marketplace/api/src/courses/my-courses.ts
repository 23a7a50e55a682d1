import { MyCourseTab, type MyCourse } from '@lectern/marketplace-contract';
import { and, count, desc, eq, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { certificates, courses, crowdfunds, enrollments, orders } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import { cardsOf } from './cards.js';
import { unitsToContinue } from './continue-learning.js';
import { offsetOf, type Page } from './listing.js';
import type { Reader } from './reader.js';

const isHeld = and(isNotNull(enrollments.id), isNull(enrollments.endedAt));
const isMade = or(isNull(crowdfunds.courseId), eq(crowdfunds.state, 'published')) ?? sql`true`;

const TABS: Readonly<Record<MyCourseTab, SQL | undefined>> = {
  [MyCourseTab.Learning]: and(isHeld, isMade, isNull(enrollments.completedAt)),
  [MyCourseTab.Finished]: and(isHeld, isMade, isNotNull(enrollments.completedAt)),
  // A backer has a pledge until the campaign has succeeded, and an enrollment from then on.
  [MyCourseTab.Crowdfunding]: and(not(isMade), or(isHeld, isNotNull(orders.id))),
  [MyCourseTab.Expired]: isNotNull(enrollments.endedAt),
};

export interface MyCourses extends Page {
  readonly list: MyCourse[];
  readonly total: number;
}

/** The reader's own courses, the most recently learned first; courses that are off sale are included. */
export async function myCourses(reader: Reader, tab: MyCourseTab, page: Page): Promise<MyCourses> {
  const { db, memberId, language } = reader;
  const isSeat = and(eq(enrollments.courseId, courses.id), eq(enrollments.memberId, memberId));
  const isPledge = and(
    eq(orders.itemId, courses.id),
    eq(orders.buyerId, memberId),
    eq(orders.itemType, 'crowdfund'),
    eq(orders.status, 'paid'),
  );
  const where = and(isNull(courses.deletedAt), TABS[tab]);
  const since = sql<string>`coalesce(${enrollments.createdAt}, ${orders.paidAt})`;
  const rows = await db
    .select({ enrollment: enrollments, course: courses, since, certificateId: certificates.id })
    .from(courses)
    .leftJoin(enrollments, isSeat)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .leftJoin(orders, isPledge)
    .leftJoin(certificates, and(eq(certificates.courseId, courses.id), eq(certificates.memberId, memberId)))
    .where(where)
    .orderBy(desc(sql`coalesce(${enrollments.learnedAt}, ${since})`), desc(courses.id))
    .limit(page.limit)
    .offset(offsetOf(page));
  const [counted] = await db
    .select({ n: count() })
    .from(courses)
    .leftJoin(enrollments, isSeat)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .leftJoin(orders, isPledge)
    .where(where);
  const cards = await cardsOf(
    reader,
    rows.map(({ course }) => course),
  );
  const places = await unitsToContinue(
    db,
    rows.flatMap(({ enrollment }) => enrollment?.id ?? []),
  );
  const list = rows.flatMap(({ enrollment, since: from, certificateId }, index) => {
    const course = cards[index];
    if (course === undefined) return [];
    const unit = enrollment === null ? undefined : places.get(enrollment.id);
    const completedAt = enrollment?.completedAt ?? null;
    return {
      course,
      percent: enrollment?.percent ?? 0,
      unit_id: unit === undefined ? '' : String(unit.id),
      unit_title: unit === undefined ? '' : inLanguage(language, unit.titleZh, unit.titleEn),
      second: unit?.second ?? 0,
      completed_at: completedAt === null ? null : isoOf(completedAt),
      certificate_id: certificateId === null ? '' : String(certificateId),
      since: isoOf(Number(from)),
    };
  });
  return { list, total: counted?.n ?? 0, ...page };
}
