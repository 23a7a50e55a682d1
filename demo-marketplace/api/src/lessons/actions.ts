import { HEARTBEAT_SECONDS, playAuth, saveProgress, UnitType } from '@lectern/marketplace-contract';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Certificates } from '../certificates/index.js';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { captions, enrollments, media, unitProgress } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { settingsOf } from '../member/settings.js';
import type { Throttle } from '../security/index.js';
import { fileName } from '../upload/index.js';
import type { LinkedFile, MediaLinks } from './links.js';
import { noteActions } from './notes.js';
import { addProgress } from './progress.js';
import { quizActions } from './quizzes.js';
import { learnUnit, openUnit } from './units.js';

export interface LessonPorts {
  readonly links: MediaLinks;
  readonly certificates: Certificates;
  readonly throttle: Throttle;
}

/** A position within the last seconds of a video restarts it from the beginning. */
const END_SECONDS = 3;

/** Actions of learning: `/api/Course/{play_auth, save_progress, note_*, quiz, quiz_submit}`. */
export const lessonActions = ({ links, certificates, throttle }: LessonPorts): readonly BoundAction[] => [
  onCall(playAuth, async ({ unit_id: unitId }, { db, caller, now }) => {
    const { unit, course, enrollment } = await openUnit(db, unitId, caller);
    const expiresAt = links.expiryAt(now);
    const memberId = caller?.member.id ?? 0;
    const isVideo = unit.type === UnitType.Video;
    const sign = (name: LinkedFile['name'], mediaId: number) => links.sign({ mediaId, name }, memberId, expiresAt);
    const progress = enrollment === undefined ? undefined : await progressOf(db, enrollment.id, unit.id);
    const at = progress?.second ?? 0;
    // Watch time is credited from now on.
    if (enrollment !== undefined && enrollment.watchFrom === null) {
      await db
        .update(enrollments)
        .set({ watchFrom: now })
        .where(and(eq(enrollments.id, enrollment.id), isNull(enrollments.watchFrom)));
    }
    return {
      unit_id: String(unit.id),
      course_id: String(course.id),
      type: unit.type,
      title_zh: unit.titleZh,
      title_en: unit.titleEn,
      ...(isVideo && unit.mediaId !== null ? await filesOf(db, unit.mediaId, sign) : { sources: [], captions: [] }),
      body_html: isVideo ? '' : unit.bodyHtml,
      file: unit.type === UnitType.File && unit.mediaId !== null ? await downloadOf(db, unit.mediaId, sign) : null,
      seconds: unit.seconds,
      start_at: at < unit.seconds - END_SECONDS ? at : 0,
      is_done: progress !== undefined && progress.doneAt !== null,
      keeps_progress: enrollment !== undefined,
      heartbeat: HEARTBEAT_SECONDS,
      expires_at: isoOf(expiresAt),
      player: settingsOf(caller?.member ?? { settings: {} }).player,
    };
  }),

  onMemberCall(saveProgress, async ({ unit_id: unitId, ...report }, { db, caller, now }) => {
    const { unit, enrollment } = await learnUnit(db, unitId, caller);
    const { isDone, percent, certificateNo } = await addProgress(db, certificates, { enrollment, unit, report, now });
    return {
      done: isDone,
      course_percent: percent,
      ...(certificateNo !== undefined && { certificate_no: certificateNo }),
    };
  }),

  ...noteActions(),
  ...quizActions({ certificates, throttle }),
];

async function progressOf(db: Database, enrollmentId: number, unitId: number) {
  const [found] = await db
    .select({ second: unitProgress.second, doneAt: unitProgress.doneAt })
    .from(unitProgress)
    .where(and(eq(unitProgress.enrollmentId, enrollmentId), eq(unitProgress.unitId, unitId)));
  return found;
}

type Sign = (name: LinkedFile['name'], mediaId: number) => string;

async function downloadOf(db: Database, mediaId: number, sign: Sign) {
  const [found] = await db
    .select({ key: media.key, mime: media.mime, size: media.size })
    .from(media)
    .where(and(eq(media.id, mediaId), isNotNull(media.storedAt)));
  if (found === undefined) return null;
  return { name: fileName(found.key), mime: found.mime, size: found.size ?? 0, url: sign('file', mediaId) };
}

async function filesOf(db: Database, mediaId: number, link: Sign) {
  const [video] = await db
    .select({ mime: media.mime })
    .from(media)
    .where(and(eq(media.id, mediaId), isNotNull(media.storedAt)));
  const languages = await db
    .select({ lang: captions.lang })
    .from(captions)
    .where(eq(captions.mediaId, mediaId))
    .orderBy(asc(captions.lang));
  return {
    sources: video === undefined ? [] : [{ type: video.mime, url: link('video', mediaId), quality: 'original' }],
    captions: languages.map(({ lang }) => ({ lang, url: link(`${lang}.vtt`, mediaId) })),
  };
}
