import {
  FieldProblem,
  OrderStatus,
  UploadType,
  type Buyer,
  type BuyerState,
  type MentorProfile,
  type StudioOverview,
  type StudioTodo,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, gte, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import {
  courseDrafts,
  courses,
  enrollments,
  media,
  members,
  mentorProfiles,
  orders,
  type MemberRow,
} from '../db/schema/index.js';
import { badField } from '../http/failure.js';
import type { Language } from '../http/messages.js';
import { AccountKind, balanceOf, moneyOf } from '../ledger/index.js';
import type { Storage } from '../upload/storage.js';
import { incomeOf, type Businesses } from '../wallet/index.js';

const DAY_MS = 86_400_000;
const NEW_MS = 30 * DAY_MS;

/** Public profile of a mentor; mentors from before applications existed have only an introduction. */
export async function profileOf(db: Database, storage: Storage, member: MemberRow): Promise<MentorProfile> {
  const [row] = await db
    .select({ profile: mentorProfiles, clip: media })
    .from(mentorProfiles)
    .leftJoin(media, eq(media.id, mentorProfiles.clipMediaId))
    .where(eq(mentorProfiles.memberId, member.id));
  const { profile, clip = null } = row ?? {};
  return {
    intro: profile?.intro ?? member.intro,
    subjects: [...(profile?.subjects ?? [])],
    education: [...(profile?.education ?? [])],
    experience: [...(profile?.experience ?? [])],
    credentials: [...(profile?.credentials ?? [])],
    clip: clip === null ? null : { key: clip.key, url: storage.urlOf(clip.key), seconds: clip.seconds ?? 0 },
  };
}

interface ProfileChange {
  readonly intro: string;
  readonly subjects: readonly string[];
  readonly education: readonly string[];
  readonly experience: readonly string[];
  readonly clip: string;
}

/** Saves the public profile of a mentor. @throws {ApiFailure} 422 when the clip is not theirs */
export async function saveProfile(
  db: Database,
  storage: Storage,
  { member, change, now }: { member: MemberRow; change: ProfileChange; now: number },
): Promise<MentorProfile> {
  const { clip, ...rest } = change;
  const before = await profileOf(db, storage, member);
  const isOwn = clip === '' || clip === before.clip?.key || (await storage.has(db, clip, member.id, UploadType.Clip));
  if (!isOwn) throw badField('clip', FieldProblem.Unknown);
  const [file] = clip === '' ? [] : await db.select({ id: media.id }).from(media).where(eq(media.key, clip));
  const row = { ...rest, clipMediaId: file?.id ?? null, updatedAt: now };
  await db
    .insert(mentorProfiles)
    .values({ memberId: member.id, ...row })
    .onConflictDoUpdate({ target: mentorProfiles.memberId, set: row });
  return profileOf(db, storage, member);
}

/** The mentor dashboard: courses, learners, income and suggestions. */
export async function overviewOf(
  db: Database,
  storage: Storage,
  { businesses, member, now }: { businesses: Businesses; member: MemberRow; now: number },
): Promise<StudioOverview> {
  const mine = and(eq(courses.mentorId, member.id), isNull(courses.deletedAt));
  const isWaiting = sql`(${courses.status} = 'pending' OR ${courseDrafts.state} = 'pending')`;
  const isRefused = sql`(${courses.status} = 'refused' OR ${courseDrafts.state} = 'refused')`;
  const isDraft = sql`(${courses.status} = 'draft')`;
  const n = (which: SQL) => sql<number>`(count(*) FILTER (WHERE ${which}))::int`;
  const [sums] = await db
    .select({
      all: sql<number>`count(*)::int`,
      approved: n(sql`${courses.status} = 'approved'`),
      waiting: n(isWaiting),
      refused: n(isRefused),
      draft: n(isDraft),
      ratingSum: sql<number>`coalesce(sum(${courses.ratingSum}), 0)::int`,
      ratingN: sql<number>`coalesce(sum(${courses.ratingN}), 0)::int`,
    })
    .from(courses)
    .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
    .where(mine);
  const [learners] = await db
    .select({
      all: sql<number>`count(DISTINCT ${enrollments.memberId})::int`,
      fresh: sql<number>`(count(DISTINCT ${enrollments.memberId}) FILTER (WHERE ${enrollments.createdAt} >= ${now - NEW_MS}))::int`,
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(mine, isNull(enrollments.endedAt)));
  const held = (kind: AccountKind) => balanceOf(db, moneyOf(member.id, kind));
  const profile = await profileOf(db, storage, member);
  const open: Readonly<Record<StudioTodo, boolean>> = {
    headimg: member.headimgKey === '',
    clip: profile.clip === null,
    'first-course': member.isProvider && (sums?.all ?? 0) === 0,
    'refused-course': (sums?.refused ?? 0) > 0,
    'draft-course': (sums?.draft ?? 0) > 0,
  };
  const ratings = sums?.ratingN ?? 0;
  return {
    id: String(member.id),
    profile,
    is_provider: member.isProvider,
    is_homework: member.isHomework,
    numbers: {
      courses: sums?.approved ?? 0,
      pending: sums?.waiting ?? 0,
      learners: learners?.all ?? 0,
      new_learners: learners?.fresh ?? 0,
      rating: ratings === 0 ? 0 : (sums?.ratingSum ?? 0) / ratings,
      ratings,
      balance_cents: await held(AccountKind.Earnings),
      frozen_cents: await held(AccountKind.Frozen),
    },
    income: await incomeOf(db, businesses, { memberId: member.id, timezone: member.timezone }, now),
    todo: (Object.keys(open) as StudioTodo[]).filter((item) => open[item]),
  };
}

/** Filter of the learners. */
export interface BuyerFilter {
  readonly course_id?: string | undefined;
  readonly keyword?: string | undefined;
  readonly state?: BuyerState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const STATES: Readonly<Record<BuyerState, SQL | undefined>> = {
  all: undefined,
  learning: and(isNull(enrollments.endedAt), isNull(enrollments.completedAt)),
  finished: and(isNull(enrollments.endedAt), isNotNull(enrollments.completedAt)),
  ended: isNotNull(enrollments.endedAt),
};

/** First moment of a date in the mentor's time zone, in milliseconds since the epoch. */
const dayOf = (day: string, timezone: string): SQL =>
  sql`(extract(epoch FROM (${day}::date::timestamp AT TIME ZONE ${timezone})) * 1000)`;
const endOf = (day: string, timezone: string): SQL =>
  sql`(extract(epoch FROM ((${day}::date + 1)::timestamp AT TIME ZONE ${timezone})) * 1000)`;

const whereOf = (mentor: MemberRow, { course_id, keyword = '', state = 'all', from, to }: BuyerFilter) =>
  and(
    eq(courses.mentorId, mentor.id),
    course_id === undefined ? undefined : eq(courses.id, Number(course_id)),
    keyword === ''
      ? undefined
      : sql`(position(lower(${keyword}) IN lower(${members.name})) > 0 OR ${enrollments.orderNo} = ${keyword})`,
    STATES[state],
    from === undefined ? undefined : gte(enrollments.createdAt, dayOf(from, mentor.timezone)),
    to === undefined ? undefined : lt(enrollments.createdAt, endOf(to, mentor.timezone)),
  );

const titleIn = (language: Language, { titleZh, titleEn }: { titleZh: string; titleEn: string }): string =>
  language === 'en' && titleEn !== '' ? titleEn : titleZh;

const refundOf = (status: OrderStatus | undefined): Buyer['refund'] => {
  if (status === OrderStatus.Refunded) return 'done';
  return status === OrderStatus.Refunding ? 'asked' : 'none';
};

interface BuyerQuery {
  readonly mentor: MemberRow;
  readonly filter: BuyerFilter;
  readonly language: Language;
  readonly limit: number;
  readonly offset: number;
}

/** Learners of a mentor's courses, the newest first. */
export async function buyersOf(
  db: Database,
  storage: Storage,
  { mentor, filter, language, limit, offset }: BuyerQuery,
): Promise<Buyer[]> {
  const rows = await db
    .select({
      enrollment: enrollments,
      member: { id: members.id, name: members.name, headimgKey: members.headimgKey },
      course: { id: courses.id, titleZh: courses.titleZh, titleEn: courses.titleEn },
      order: { payableCents: orders.payableCents, status: orders.status },
    })
    .from(enrollments)
    .leftJoin(orders, eq(orders.orderNo, enrollments.orderNo))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(members, eq(members.id, enrollments.memberId))
    .where(whereOf(mentor, filter))
    .orderBy(desc(enrollments.createdAt), desc(enrollments.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ enrollment, member, course, order }) => ({
    member: { id: String(member.id), name: member.name, headimg: storage.urlOf(member.headimgKey) },
    course: { id: String(course.id), title: titleIn(language, course) },
    source: enrollment.source,
    order_no: enrollment.orderNo ?? '',
    amount_cents: order?.payableCents ?? 0,
    refund: refundOf(order?.status),
    percent: enrollment.percent,
    joined_at: isoOf(enrollment.createdAt),
    completed_at: enrollment.completedAt === null ? null : isoOf(enrollment.completedAt),
    ended_at: enrollment.endedAt === null ? null : isoOf(enrollment.endedAt),
  }));
}

export async function countBuyers(db: Database, mentor: MemberRow, filter: BuyerFilter): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(members, eq(members.id, enrollments.memberId))
    .where(whereOf(mentor, filter));
  return row?.n ?? 0;
}

/** Titles of the mentor's courses, for a filter. */
export async function courseTitles(db: Database, mentorId: number, language: Language) {
  const rows = await db
    .select({ id: courses.id, titleZh: courses.titleZh, titleEn: courses.titleEn })
    .from(courses)
    .where(and(eq(courses.mentorId, mentorId), isNull(courses.deletedAt), isNotNull(courses.publishedAt)))
    .orderBy(desc(courses.id));
  return rows.map((row) => ({ id: String(row.id), title: titleIn(language, row) }));
}
