import { ProviderCheckStatus, ReportTarget, type FeedbackRow } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { findContent } from '../courses/index.js';
import type { Database } from '../db/database.js';
import { courses, members, type FeedbackRecord } from '../db/schema/index.js';
import type { Language } from '../http/messages.js';
import type { PrivateImages } from '../upload/private-images.js';

const SAID = [ReportTarget.Review, ReportTarget.Question, ReportTarget.Reply] as const;

type Target = Pick<FeedbackRecord, 'targetType' | 'targetId'>;

const keyOf = ({ targetType, targetId }: Target): string => `${targetType}:${targetId}`;

interface Asked {
  readonly language: Language;
  /** Leaves out targets that are not public. */
  readonly isPublicOnly?: boolean;
}

/** Titles of the targets of complaints; targets that do not exist are left out. */
export async function titlesOf(
  db: Database,
  targets: readonly Target[],
  { language, isPublicOnly = false }: Asked,
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: ReportTarget): number[] =>
    targets.flatMap(({ targetType, targetId }) => (targetType === type && targetId !== null ? [targetId] : []));
  const titles = new Map<string, string>();
  const put = (targetType: ReportTarget, rows: readonly { id: number; title: string }[]): void => {
    for (const { id, title } of rows) titles.set(keyOf({ targetType, targetId: id }), title);
  };
  const [courseIds, mentorIds] = [idsOf(ReportTarget.Course), idsOf(ReportTarget.Mentor)];
  if (courseIds.length > 0) {
    const shown = isPublicOnly ? and(eq(courses.status, 'approved'), isNull(courses.deletedAt)) : undefined;
    const rows = await db
      .select({ id: courses.id, zh: courses.titleZh, en: courses.titleEn })
      .from(courses)
      .where(and(inArray(courses.id, courseIds), shown));
    const titleOf = ({ zh, en }: { zh: string; en: string }) => (language === 'en' && en !== '' ? en : zh);
    put(
      ReportTarget.Course,
      rows.map((row) => ({ id: row.id, title: titleOf(row) })),
    );
  }
  if (mentorIds.length > 0) {
    const shown = isPublicOnly
      ? and(eq(members.isBanned, false), eq(members.providerCheckStatus, ProviderCheckStatus.Approved))
      : undefined;
    const title = { id: members.id, title: members.name };
    put(
      ReportTarget.Mentor,
      await db
        .select(title)
        .from(members)
        .where(and(inArray(members.id, mentorIds), shown)),
    );
  }
  await putSaid(db, targets, isPublicOnly, put);
  return titles;
}

const EXCERPT = 80;

/** Adds the beginnings of reviews, questions and replies. */
async function putSaid(
  db: Database,
  targets: readonly Target[],
  isPublicOnly: boolean,
  put: (type: ReportTarget, rows: readonly { id: number; title: string }[]) => void,
): Promise<void> {
  for (const { targetType, targetId } of targets) {
    const type = SAID.find((one) => one === targetType);
    if (type === undefined || targetId === null) continue;
    const said = await findContent(db, { type, id: targetId });
    if (said === undefined || (isPublicOnly && said.isHidden)) continue;
    put(type, [{ id: targetId, title: Array.from(said.content).slice(0, EXCERPT).join('') }]);
  }
}

/** Feedback as its author and the back office see it. */
export async function feedbackRows(
  db: Database,
  images: PrivateImages,
  records: readonly FeedbackRecord[],
  language: Language,
): Promise<FeedbackRow[]> {
  const titles = await titlesOf(db, records, { language });
  return records.map((record) => ({
    id: String(record.id),
    type: record.type as FeedbackRow['type'],
    content: record.content,
    image: images.urlOf(record.imageKey),
    contact: record.contact,
    target:
      record.targetType === null
        ? null
        : {
            type: record.targetType as ReportTarget,
            id: String(record.targetId),
            title: titles.get(keyOf(record)) ?? '',
          },
    state: record.state as FeedbackRow['state'],
    reply: record.reply,
    decided_at: record.decidedAt === null ? null : isoOf(record.decidedAt),
    created_at: isoOf(record.createdAt),
  }));
}
