import type { FeedbackRow, ReportTarget } from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import type { FeedbackRecord } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import { findTargets, targetKey, type TargetFacts, type TargetTypes } from '../targets/index.js';
import type { PrivateImages } from '../upload/private-images.js';

/** Title of a target in one language. */
export const titleIn = (language: Language, { title }: Pick<TargetFacts, 'title'>): string =>
  typeof title === 'string' ? title : inLanguage(language, title.zh, title.en);

/** Feedback as its author and the back office see it. */
export async function feedbackRows(
  db: Database,
  { images, targets }: { readonly images: PrivateImages; readonly targets: TargetTypes },
  records: readonly FeedbackRecord[],
  language: Language,
): Promise<FeedbackRow[]> {
  const found = await findTargets(db, targets, records);
  return records.map((record) => ({
    id: String(record.id),
    type: record.type as FeedbackRow['type'],
    content: record.content,
    image: images.urlOf(record.imageKey),
    contact: record.contact,
    target: targetIn(language, record, found.get(targetKey(record))),
    state: record.state as FeedbackRow['state'],
    reply: record.reply,
    decided_at: record.decidedAt === null ? null : isoOf(record.decidedAt),
    created_at: isoOf(record.createdAt),
  }));
}

function targetIn(
  language: Language,
  { targetType, targetId }: FeedbackRecord,
  facts: TargetFacts | undefined,
): FeedbackRow['target'] {
  if (targetType === null) return null;
  const ref = { type: targetType as ReportTarget, id: String(targetId) };
  return facts === undefined
    ? { ...ref, title: '', link: '' }
    : { ...ref, title: titleIn(language, facts), link: facts.path };
}
