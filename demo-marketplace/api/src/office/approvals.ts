import {
  decideCourseRequest,
  decideMentor,
  listWaitingCourses,
  listWaitingMentors,
  reviewCourse,
  UploadType,
} from '@lectern/marketplace-contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { captions, categories, courseDrafts, courses, media } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import type { Language } from '../http/messages.js';
import { courseForReview, decideApplication, decideCourse, openCourses } from '../mentor/index.js';
import { decide, pageOf } from './decide.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

/** Titles of submitted courses, and whether each has a campaign. */
async function draftsOf(db: Database, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(courseDrafts)
          .where(inArray(courseDrafts.courseId, [...ids]));
  return new Map(rows.map(({ courseId, document }) => [courseId, document.basics]));
}

const titleIn = (language: Language, { zh, en }: { readonly zh: string; readonly en: string }): string =>
  language === 'en' ? en || zh : zh || en;

/** Name of a category after that of its parent; empty for none. */
async function categoryName(db: Database, language: Language, id: string | null): Promise<string> {
  if (id === null) return '';
  const above = alias(categories, 'above');
  const [found] = await db
    .select({ own: categories, above })
    .from(categories)
    .leftJoin(above, eq(above.id, categories.parentId))
    .where(eq(categories.id, Number(id)));
  const names = [found?.above, found?.own].flatMap((row) =>
    row == null ? [] : [titleIn(language, { zh: row.nameZh, en: row.nameEn })],
  );
  return names.join(' › ');
}

/** Actions that approve mentors and courses. */
export function officeApprovalActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage, applications, links } = ports;
  return [
    onMemberCall(listWaitingMentors, async (asked, { db }) => {
      const page = pageOf(await applications.open(db), asked);
      const list = page.list.map(({ member, info }) => ({
        id: String(member.id),
        member: { id: String(member.id), name: member.name, headimg: storage.urlOf(member.headimgKey) },
        application: info,
      }));
      return { ...page, list };
    }),

    onMemberCall(decideMentor, ({ id, pass, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const { memberId } = await decideApplication(db, { id: Number(id), pass, reason, now: call.now });
        const action = pass ? 'application-approved' : 'application-refused';
        return { memberId, action, target: `application:${id}`, reason };
      }),
    ),

    onMemberCall(listWaitingCourses, async (asked, { db, language }) => {
      const page = pageOf(await openCourses(db), asked);
      const drafts = await draftsOf(
        db,
        page.list.map(({ course }) => course.id),
      );
      const list = page.list.map(({ course, mentor, isUpdate, submittedAt }) => {
        const draft = drafts.get(course.id);
        return {
          id: String(course.id),
          title: titleIn(language, draft?.title ?? { zh: course.titleZh, en: course.titleEn }),
          mentor: { id: String(mentor.id), name: mentor.name, headimg: storage.urlOf(mentor.headimgKey) },
          is_update: isUpdate,
          is_crowdfund: draft?.crowdfund != null,
          price_cents: draft?.price_cents ?? course.priceCents,
          submitted_at: isoOf(submittedAt),
        };
      });
      return { ...page, list };
    }),

    onMemberCall(reviewCourse, async ({ id }, { db, caller, now, language }) => {
      const course = await courseForReview(db, storage, { id: Number(id), now });
      const [row] = await db
        .select({ mentorId: courses.mentorId })
        .from(courses)
        .where(eq(courses.id, Number(id)));
      const mentorId = row?.mentorId ?? 0;
      const briefOf = await briefsOf(db, storage, [mentorId]);
      const keys = course.chapters.flatMap(({ units }) => units.map((unit) => unit.media)).filter((key) => key !== '');
      const videos =
        keys.length === 0
          ? []
          : await db
              .select({ id: media.id, key: media.key, type: media.type })
              .from(media)
              .where(and(inArray(media.key, keys), inArray(media.type, [UploadType.Video, UploadType.File])));
      const until = links.expiryAt(now);
      const spoken =
        videos.length === 0
          ? []
          : await db
              .select({ mediaId: captions.mediaId, lang: captions.lang })
              .from(captions)
              .where(
                inArray(
                  captions.mediaId,
                  videos.map((video) => video.id),
                ),
              )
              .orderBy(asc(captions.lang));
      const captionsOf = (mediaId: number) =>
        spoken
          .filter((one) => one.mediaId === mediaId)
          .map(({ lang }) => ({ lang, url: links.sign({ mediaId, name: `${lang}.vtt` }, caller.member.id, until) }));
      return {
        mentor: briefOf(mentorId),
        course,
        videos: Object.fromEntries(
          videos.map(({ id: mediaId, key, type }) => {
            const name = type === UploadType.File ? 'file' : 'video';
            return [key, links.sign({ mediaId, name }, caller.member.id, until)];
          }),
        ),
        captions: Object.fromEntries(
          videos.flatMap((video) => {
            const list = captionsOf(video.id);
            return list.length === 0 ? [] : [[video.key, list]];
          }),
        ),
        category: await categoryName(db, language, course.basics.category_id),
      };
    }),

    onMemberCall(decideCourseRequest, ({ id, pass, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const basics = (await draftsOf(db, [Number(id)])).get(Number(id));
        const { memberId } = await decideCourse(db, { id: Number(id), pass, reason, now: call.now });
        const action = pass ? 'course-approved' : 'course-refused';
        const what = basics?.title ?? '';
        return { memberId, action, target: `course:${id}`, reason, what, at: id };
      }),
    ),
  ];
}
