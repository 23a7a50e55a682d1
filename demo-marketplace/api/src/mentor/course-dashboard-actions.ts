import { COURSE_TITLE_MAX, copyCourse, getCourseStats } from '@lectern/marketplace-contract';
import { onMemberCall, type BoundAction } from '../http/call.js';
import type { CourseDocument } from '../db/schema/index.js';
import { mentorCouponActions } from './coupons.js';
import { insertCourse, open } from './manage.js';
import { statsOf } from './stats.js';

/** Title of a copy: the original title and a mark, within the length limit. */
const copied = (title: string, mark: string): string =>
  title === '' ? '' : `${title.slice(0, COURSE_TITLE_MAX - mark.length)}${mark}`;

/** Document of a copy: its units are new, and its crowdfunding is not copied. */
const copyOf = ({ basics, chapters }: CourseDocument): CourseDocument => ({
  basics: {
    ...basics,
    title: { zh: copied(basics.title.zh, '（副本）'), en: copied(basics.title.en, ' (copy)') },
    crowdfund: null,
  },
  chapters: chapters.map(({ title, units }) => ({ title, units: units.map(({ id: _id, ...unit }) => unit) })),
});

/** Actions on existing courses: `/api/CourseManage/{copy,stats,coupon_*}`. */
export const courseDashboardActions = (): readonly BoundAction[] => [
  onMemberCall(copyCourse, async ({ id }, call) => {
    const mentorId = call.caller.member.id;
    const made = await call.db.transaction(async (db) => {
      const { document } = await open(db, { mentorId, id });
      return insertCourse(db, { mentorId, document: copyOf(document), now: call.now });
    });
    call.say('courseCopied');
    return { id: made.id };
  }),

  onMemberCall(getCourseStats, (asked, { db, caller, language, now }) =>
    statsOf(db, { ...asked, mentor: caller.member, language, now }),
  ),

  ...mentorCouponActions(),
];
