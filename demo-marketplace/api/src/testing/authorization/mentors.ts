import {
  addCampaignUpdate,
  announce,
  cancelCrowdfund,
  copyCourse,
  deleteCourse,
  exportBuyers,
  getCaptions,
  getCourse,
  getCourseStats,
  getCrowdfund,
  getManagedCourse,
  previewCourse,
  getOutline,
  listAnnouncements,
  listBackers,
  listBuyers,
  listCampaignUpdates,
  listMentorCoupons,
  listQuestions,
  listRelated,
  listReviews,
  messageBuyers,
  pauseCourse,
  recallCourse,
  removeAnnouncement,
  resumeCourse,
  saveCaptions,
  saveCourse,
  saveMentorCoupon,
  saveMentorProfile,
  saveOutline,
  stopMentorCoupon,
  submitCourse,
  type CourseBasics,
  type OutlineChapter,
} from '@lectern/marketplace-contract';
import { attempt } from '../money.js';
import { mentors, type Case } from './case.js';
import { PRICE, type Person, type AuthorizationFixtures } from './fixtures.js';

const UNKNOWN = { refusal: 'unknown' } as const;
const DRAFT = { status: 'draft', publishedAt: null } as const;
const DAY_MS = 86_400_000;

const both = { zh: '微積分', en: 'Calculus' };
const lists = { zh: [], en: [] };
const basics = (more: Partial<CourseBasics> = {}): CourseBasics => ({
  ...{ title: both, subtitle: both, intro: both, learn: lists, requirements: lists, audience: lists },
  ...{ category_id: null, level: 0, lang: 'zh', price_cents: PRICE, original_price_cents: PRICE },
  ...{ images: [], clip: '', crowdfund: null },
  ...more,
});

const outline = (unit: Partial<OutlineChapter['units'][number]> = {}): OutlineChapter[] => {
  const first = { type: 'video' as const, title: both, media: '', body_html: '', preview: false };
  return [{ title: both, units: [{ ...first, ...unit }] }];
};

const couponOf = (fixtures: AuthorizationFixtures, course_id: string) => ({
  ...{ course_id, title_zh: '優惠', title_en: '', kind: 'percent' as const, value: 20, min_cents: 0, total: 1 },
  ...{ code: '', starts_at: new Date(fixtures.now).toISOString() },
  ends_at: new Date(fixtures.now + DAY_MS).toISOString(),
});

async function coupon(fixtures: AuthorizationFixtures, owner: Person) {
  const { no } = await fixtures.course();
  const { data } = await fixtures.world.call(saveMentorCoupon, couponOf(fixtures, no), owner);
  return { course_id: no, id: data.id };
}

async function submitted(fixtures: AuthorizationFixtures, owner: Person): Promise<string> {
  const { no } = await ready(fixtures, owner);
  const answer = await fixtures.world.call(submitCourse, { id: no }, owner);
  if (answer.code !== 1) throw new Error(`nothing was submitted: ${JSON.stringify(answer)}`);
  return no;
}

/** A draft that is ready for submission. */
async function ready(fixtures: AuthorizationFixtures, owner: Person): Promise<{ readonly no: string }> {
  const category = await fixtures.row('category', { kind: 'course', name_zh: '數學', name_en: 'Mathematics' });
  const images = [await fixtures.file(owner, 'image')];
  const made = await fixtures.world.call(
    saveCourse,
    { version: 0, ...basics({ images, category_id: category }) },
    owner,
  );
  const { id, version } = made.data;
  const chapters = outline({ type: 'article', body_html: '<p>text</p>' });
  await fixtures.world.call(saveOutline, { id, version, chapters }, owner);
  return { no: id };
}

const own = async (fixtures: AuthorizationFixtures) => ({ id: (await fixtures.course()).no });
const ofDraft = async (fixtures: AuthorizationFixtures) => ({ id: (await fixtures.draft()).no });
const ofCampaign = async (fixtures: AuthorizationFixtures) => ({ course_id: (await fixtures.campaign(DRAFT)).no });

/** Cases for resources of mentors. */
export const MENTOR_CASES: readonly Case[] = [
  // A course that is not on sale is visible to its mentor only.
  mentors(getCourse, 'id', ofDraft),
  mentors(getOutline, 'id', ofDraft),
  mentors(listRelated, 'id', ofDraft),
  mentors(listReviews, 'id', ofDraft),
  mentors(listAnnouncements, 'id', ofDraft),
  mentors(listQuestions, 'course_id', async (fixtures) => ({ course_id: (await fixtures.draft()).no })),
  mentors(getCrowdfund, 'course_id', ofCampaign),
  mentors(listCampaignUpdates, 'course_id', ofCampaign),
  mentors(listBackers, 'course_id', ofCampaign),

  mentors(addCampaignUpdate, 'course_id', async (fixtures) => ({
    ...{ course_id: (await fixtures.campaign()).no, content: 'Going well' },
  })),
  mentors(
    addCampaignUpdate,
    'images.*',
    async (fixtures, owner, asker) => ({
      ...{ course_id: (await fixtures.campaign({ mentorId: asker.id })).no, content: 'Look' },
      images: [await fixtures.file(owner, 'image')],
    }),
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(cancelCrowdfund, 'course_id', async (fixtures) => ({
    ...{ course_id: (await fixtures.pledged(fixtures.alice)).no, reason: 'Ill', client_token: attempt() },
  })),

  mentors(
    saveMentorProfile,
    'clip',
    async (fixtures, owner) => ({
      ...{ intro: '十年教學', subjects: ['數學'], education: [], experience: [] },
      clip: await fixtures.file(owner, 'clip'),
    }),
    UNKNOWN,
  ),
  ...[listBuyers, exportBuyers].map((action) =>
    mentors(action, 'course_id', async (fixtures) => ({ course_id: (await fixtures.shared(fixtures.alice)).no }), {
      ...{ refusal: 'left-out', mark: 'Alice of Tamsui' },
    }),
  ),

  mentors(getManagedCourse, 'id', own),
  mentors(previewCourse, 'id', own),
  mentors(saveCourse, 'id', async (fixtures) => ({ id: (await fixtures.course()).no, version: 1, ...basics() })),
  mentors(
    saveCourse,
    'images.*',
    async (fixtures, owner) => ({ version: 0, ...basics({ images: [await fixtures.file(owner, 'image')] }) }),
    UNKNOWN,
  ),
  mentors(
    saveCourse,
    'clip',
    async (fixtures, owner) => ({ version: 0, ...basics({ clip: await fixtures.file(owner, 'clip') }) }),
    UNKNOWN,
  ),
  mentors(saveOutline, 'id', async (fixtures) => ({
    id: (await fixtures.course()).no,
    version: 1,
    chapters: outline(),
  })),
  mentors(
    saveOutline,
    'chapters.*.units.*.id',
    async (fixtures, owner, asker) => {
      const mine = await fixtures.course({ mentorId: asker.id });
      const theirs = asker === owner ? mine : await fixtures.course();
      return { id: mine.no, version: 1, chapters: outline({ id: theirs.lesson }) };
    },
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(
    saveOutline,
    'chapters.*.units.*.media',
    async (fixtures, owner, asker) => {
      const { no } = await fixtures.course({ mentorId: asker.id });
      return { id: no, version: 1, chapters: outline({ media: await fixtures.file(owner, 'video') }) };
    },
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(getCaptions, 'media', async (fixtures, owner) => ({ media: await fixtures.file(owner, 'video') })),
  mentors(saveCaptions, 'media', async (fixtures, owner) => ({
    ...{ media: await fixtures.file(owner, 'video'), lang: 'en' as const, text: '00:01.000 --> 00:02.000\nHello' },
  })),
  mentors(submitCourse, 'id', async (fixtures, owner) => ({ id: (await ready(fixtures, owner)).no })),
  mentors(recallCourse, 'id', async (fixtures, owner) => ({ id: await submitted(fixtures, owner) })),
  mentors(pauseCourse, 'id', own),
  mentors(resumeCourse, 'id', async (fixtures) => ({ id: (await fixtures.course({ isPaused: true })).no })),
  mentors(deleteCourse, 'id', own),
  mentors(copyCourse, 'id', own),
  mentors(getCourseStats, 'id', own),
  mentors(listMentorCoupons, 'course_id', async (fixtures) => ({ course_id: (await fixtures.course()).no })),
  mentors(saveMentorCoupon, 'course_id', async (fixtures) => couponOf(fixtures, (await fixtures.course()).no)),
  mentors(
    saveMentorCoupon,
    'id',
    async (fixtures, owner, asker) => {
      const { id, course_id } = await coupon(fixtures, owner);
      const mine = asker === owner ? course_id : (await fixtures.course({ mentorId: asker.id })).no;
      return { ...couponOf(fixtures, mine), id };
    },
    { isFramed: true },
  ),
  mentors(stopMentorCoupon, 'id', async (fixtures, owner) => ({ id: (await coupon(fixtures, owner)).id })),
  mentors(announce, 'course_id', async (fixtures) => ({
    ...{ course_id: (await fixtures.shared(fixtures.alice)).no, content: 'Hear, hear', client_token: attempt() },
  })),
  mentors(removeAnnouncement, 'id', async (fixtures) => {
    const { id } = await fixtures.course();
    return {
      id: await fixtures.row('course_announcement', { course_id: id, content: 'Old', created_at: fixtures.now }),
    };
  }),
  mentors(messageBuyers, 'course_id', async (fixtures) => ({
    ...{ course_id: (await fixtures.shared(fixtures.alice)).no, content: 'Hear, hear', client_token: attempt() },
  })),
  mentors(
    messageBuyers,
    'member_ids.*',
    async (fixtures, owner, asker) => {
      const { no, id } = await fixtures.course({ mentorId: asker.id });
      if (asker === owner) await fixtures.learns(fixtures.alice, id);
      return { course_id: no, member_ids: [String(fixtures.alice.id)], content: 'You', client_token: attempt() };
    },
    { ...UNKNOWN, isFramed: true },
  ),
];
