import { and, eq, inArray, isNull } from 'drizzle-orm';
import { courses } from '../db/schema/index.js';
import type { TargetFacts, TargetType, TargetTypes } from '../targets/index.js';
import { findContent, setContentHidden, type ContentRef } from './hidden-content.js';
import { findVisibleCourse } from './visible.js';

const EXCERPT = 80;

const pathOf = (courseId: number): string => `/video-info?id=${courseId}`;

const course: TargetType = {
  async find(db, ids, viewerId) {
    const isPublic = and(eq(courses.status, 'approved'), isNull(courses.deletedAt));
    const rows = await db
      .select({ id: courses.id, zh: courses.titleZh, en: courses.titleEn, ownerId: courses.mentorId })
      .from(courses)
      .where(and(inArray(courses.id, [...ids]), viewerId === undefined ? undefined : isPublic));
    return new Map(rows.map(({ id, zh, en, ownerId }) => [id, { title: { zh, en }, ownerId, path: pathOf(id) }]));
  },
  priceOf: async (db, id, { memberId }) => (await findVisibleCourse(db, id, memberId)).course.priceCents,
};

/** Reviews, questions or replies on a course page. */
const contentOf = (type: ContentRef['type']): TargetType => ({
  async find(db, ids, viewerId) {
    const found = new Map<number, TargetFacts>();
    for (const id of ids) {
      const said = await findContent(db, { type, id });
      if (said === undefined || (viewerId !== undefined && said.isHidden)) continue;
      const { content, isHidden, writerId, courseId } = said;
      const title = Array.from(content).slice(0, EXCERPT).join('');
      found.set(id, { title, ownerId: writerId, path: pathOf(courseId), said: { content, isHidden } });
    }
    return found;
  },
  setHidden: async (db, hiding) => void (await setContentHidden(db, { type, ...hiding })),
});

/** Courses, and what members write on their pages. */
export const COURSE_TARGETS = {
  course,
  review: contentOf('review'),
  question: contentOf('question'),
  reply: contentOf('reply'),
} as const satisfies TargetTypes;
