import {
  addCampaignUpdate,
  announce,
  cancelCrowdfund,
  copyCourse,
  deleteCourse,
  exportBuyers,
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
import { PRICE, type Person, type Town } from './town.js';

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

const couponOf = (town: Town, course_id: string) => ({
  ...{ course_id, title_zh: '優惠', title_en: '', kind: 'percent' as const, value: 20, min_cents: 0, total: 1 },
  ...{ code: '', starts_at: new Date(town.now).toISOString() },
  ends_at: new Date(town.now + DAY_MS).toISOString(),
});

async function coupon(town: Town, owner: Person) {
  const { no } = await town.course();
  const { data } = await town.world.call(saveMentorCoupon, couponOf(town, no), owner);
  return { course_id: no, id: data.id };
}

async function submitted(town: Town, owner: Person): Promise<string> {
  const { no } = await ready(town, owner);
  const answer = await town.world.call(submitCourse, { id: no }, owner);
  if (answer.code !== 1) throw new Error(`nothing was submitted: ${JSON.stringify(answer)}`);
  return no;
}

/** A draft that lacks nothing. */
async function ready(town: Town, owner: Person): Promise<{ readonly no: string }> {
  const category = await town.row('category', { kind: 'course', name_zh: '數學', name_en: 'Mathematics' });
  const images = [await town.file(owner, 'image')];
  const made = await town.world.call(saveCourse, { version: 0, ...basics({ images, category_id: category }) }, owner);
  const { id, version } = made.data;
  const chapters = outline({ type: 'article', body_html: '<p>text</p>' });
  await town.world.call(saveOutline, { id, version, chapters }, owner);
  return { no: id };
}

const own = async (town: Town) => ({ id: (await town.course()).no });
const ofDraft = async (town: Town) => ({ id: (await town.draft()).no });
const ofCampaign = async (town: Town) => ({ course_id: (await town.campaign(DRAFT)).no });

/** Things of mentors. */
export const MENTOR_CASES: readonly Case[] = [
  // A course that is not on sale is nobody else's business.
  mentors(getCourse, 'id', ofDraft),
  mentors(getOutline, 'id', ofDraft),
  mentors(listRelated, 'id', ofDraft),
  mentors(listReviews, 'id', ofDraft),
  mentors(listAnnouncements, 'id', ofDraft),
  mentors(listQuestions, 'course_id', async (town) => ({ course_id: (await town.draft()).no })),
  mentors(getCrowdfund, 'course_id', ofCampaign),
  mentors(listCampaignUpdates, 'course_id', ofCampaign),
  mentors(listBackers, 'course_id', ofCampaign),

  mentors(addCampaignUpdate, 'course_id', async (town) => ({
    ...{ course_id: (await town.campaign()).no, content: 'Going well' },
  })),
  mentors(
    addCampaignUpdate,
    'images.*',
    async (town, owner, asker) => ({
      ...{ course_id: (await town.campaign({ mentorId: asker.id })).no, content: 'Look' },
      images: [await town.file(owner, 'image')],
    }),
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(cancelCrowdfund, 'course_id', async (town) => ({
    ...{ course_id: (await town.pledged(town.alice)).no, reason: 'Ill', client_token: attempt() },
  })),

  mentors(
    saveMentorProfile,
    'clip',
    async (town, owner) => ({
      ...{ intro: '十年教學', subjects: ['數學'], education: [], experience: [] },
      clip: await town.file(owner, 'clip'),
    }),
    UNKNOWN,
  ),
  ...[listBuyers, exportBuyers].map((action) =>
    mentors(action, 'course_id', async (town) => ({ course_id: (await town.shared(town.alice)).no }), {
      ...{ refusal: 'left-out', mark: 'Alice of Tamsui' },
    }),
  ),

  mentors(getManagedCourse, 'id', own),
  mentors(previewCourse, 'id', own),
  mentors(saveCourse, 'id', async (town) => ({ id: (await town.course()).no, version: 1, ...basics() })),
  mentors(
    saveCourse,
    'images.*',
    async (town, owner) => ({ version: 0, ...basics({ images: [await town.file(owner, 'image')] }) }),
    UNKNOWN,
  ),
  mentors(
    saveCourse,
    'clip',
    async (town, owner) => ({ version: 0, ...basics({ clip: await town.file(owner, 'clip') }) }),
    UNKNOWN,
  ),
  mentors(saveOutline, 'id', async (town) => ({ id: (await town.course()).no, version: 1, chapters: outline() })),
  mentors(
    saveOutline,
    'chapters.*.units.*.id',
    async (town, owner, asker) => {
      const mine = await town.course({ mentorId: asker.id });
      const theirs = asker === owner ? mine : await town.course();
      return { id: mine.no, version: 1, chapters: outline({ id: theirs.lesson }) };
    },
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(
    saveOutline,
    'chapters.*.units.*.media',
    async (town, owner, asker) => {
      const { no } = await town.course({ mentorId: asker.id });
      return { id: no, version: 1, chapters: outline({ media: await town.file(owner, 'video') }) };
    },
    { ...UNKNOWN, isFramed: true },
  ),
  mentors(submitCourse, 'id', async (town, owner) => ({ id: (await ready(town, owner)).no })),
  mentors(recallCourse, 'id', async (town, owner) => ({ id: await submitted(town, owner) })),
  mentors(pauseCourse, 'id', own),
  mentors(resumeCourse, 'id', async (town) => ({ id: (await town.course({ isPaused: true })).no })),
  mentors(deleteCourse, 'id', own),
  mentors(copyCourse, 'id', own),
  mentors(getCourseStats, 'id', own),
  mentors(listMentorCoupons, 'course_id', async (town) => ({ course_id: (await town.course()).no })),
  mentors(saveMentorCoupon, 'course_id', async (town) => couponOf(town, (await town.course()).no)),
  mentors(
    saveMentorCoupon,
    'id',
    async (town, owner, asker) => {
      const { id, course_id } = await coupon(town, owner);
      const mine = asker === owner ? course_id : (await town.course({ mentorId: asker.id })).no;
      return { ...couponOf(town, mine), id };
    },
    { isFramed: true },
  ),
  mentors(stopMentorCoupon, 'id', async (town, owner) => ({ id: (await coupon(town, owner)).id })),
  mentors(announce, 'course_id', async (town) => ({
    ...{ course_id: (await town.shared(town.alice)).no, content: 'Hear, hear', client_token: attempt() },
  })),
  mentors(removeAnnouncement, 'id', async (town) => {
    const { id } = await town.course();
    return { id: await town.row('course_announcement', { course_id: id, content: 'Old', created_at: town.now }) };
  }),
  mentors(messageBuyers, 'course_id', async (town) => ({
    ...{ course_id: (await town.shared(town.alice)).no, content: 'Hear, hear', client_token: attempt() },
  })),
  mentors(
    messageBuyers,
    'member_ids.*',
    async (town, owner, asker) => {
      const { no, id } = await town.course({ mentorId: asker.id });
      if (asker === owner) await town.learns(town.alice, id);
      return { course_id: no, member_ids: [String(town.alice.id)], content: 'You', client_token: attempt() };
    },
    { ...UNKNOWN, isFramed: true },
  ),
];
