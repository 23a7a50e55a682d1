import { CourseStatus, Locale, ProviderCheckStatus, type ApplicationForm } from '@lectern/marketplace-contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import {
  categories,
  courseDrafts,
  courses,
  media,
  members,
  type CourseDocument,
  type MemberRow,
} from '../db/schema/index.js';
import type { DemoPeople } from './members.js';
import { coverKey } from './pictures.js';

const HOUR_MS = 3_600_000;

/** Hands in an application to become a mentor. */
export type Apply = (db: Database, member: MemberRow, form: ApplicationForm, now: number) => Promise<unknown>;

const NO_FILES = { photo: '', clip: '', credentials: [] };
const APPLICANTS: readonly ApplicationForm[] = [
  {
    ...{ ...NO_FILES, real_name: '林怡君', id_card: '11010519491231002X', area: '嘉義市 Chiayi' },
    intro: '國小自然老師，想把科學實驗帶到線上。 Primary-school teacher who wants to bring experiments online.',
    ...{ subjects: ['自然科學 Science'], education: ['科學教育學士 B.Ed. Science'], experience: ['國小教師 Teacher'] },
    want: ['provider', 'homework'],
  },
  {
    ...{ ...NO_FILES, real_name: '黃俊傑', id_card: '440524188001010014', area: '屏東縣 Pingtung' },
    intro: '咖啡烘焙師，教你在家沖出一杯好咖啡。 Coffee roaster: a good cup, made at home.',
    ...{
      subjects: ['咖啡 Coffee'],
      education: ['餐飲管理學士 B.A. Hospitality'],
      experience: ['咖啡館店長 Café manager'],
    },
    want: ['provider'],
  },
];

const sentence = (zh: string, en: string) => ({ zh: [zh], en: [en] });

/** A course as its mentor has written it so far. */
function documentOf(film: string, categoryId: number): CourseDocument {
  const unit = (zh: string, en: string, preview: boolean) => ({
    ...{ type: 'video' as const, title: { zh, en }, media: film, body_html: '', preview },
  });
  return {
    basics: {
      title: { zh: '機率的故事：從擲骰子到天氣預報', en: 'The story of chance: from dice to the weather' },
      subtitle: { zh: '不確定，也能算得清楚', en: 'Uncertain, and still calculable' },
      intro: {
        zh: '<p>從一顆骰子開始，走到每天的降雨機率。每一章都有一個可以動手的小實驗。</p>',
        en: '<p>It begins with one die and ends with the chance of rain. Every chapter has a small experiment.</p>',
      },
      learn: sentence('看懂降雨機率在說什麼', 'Know what a chance of rain says'),
      requirements: sentence('會分數的加減乘除', 'Fractions'),
      audience: sentence('高中生與好奇的大人', 'Pupils and curious adults'),
      ...{ category_id: String(categoryId), level: 1, lang: Locale.Chinese, crowdfund: null },
      ...{ price_cents: 120_000, original_price_cents: 160_000, images: [coverKey(41, 'science')], clip: '' },
    },
    chapters: [
      {
        title: { zh: '骰子與硬幣', en: 'Dice and coins' },
        units: [unit('一顆骰子', 'One die', true), unit('兩枚硬幣', 'Two coins', false)],
      },
    ],
  };
}

async function seedPendingCourse(db: Database, mentorId: number, now: number): Promise<void> {
  const [film] = await db
    .select({ key: media.key })
    .from(media)
    .where(eq(media.ownerId, mentorId))
    .orderBy(desc(media.key));
  const [category] = await db.select({ id: categories.id }).from(categories).where(eq(categories.nameEn, 'Statistics'));
  if (film === undefined || category === undefined) return;
  const document = documentOf(film.key, category.id);
  const { title } = document.basics;
  const at = now - 7 * HOUR_MS;
  const [made] = await db
    .insert(courses)
    .values({
      ...{ mentorId, titleZh: title.zh, titleEn: title.en, status: CourseStatus.Pending, submittedAt: at },
      ...{ createdAt: at - 30 * HOUR_MS, updatedAt: at },
    })
    .returning({ id: courses.id });
  if (made === undefined) return;
  await db
    .insert(courseDrafts)
    .values({ courseId: made.id, document, state: 'pending', submittedAt: at, updatedAt: at });
}

/** What waits for the back office: applications to become a mentor, and a course of the demo's mentor. */
export async function seedDesk(
  db: Database,
  { mentors: [mentorId = 0], learners }: DemoPeople,
  apply: Apply,
  now: number,
): Promise<void> {
  const waiting = await db
    .select()
    .from(members)
    .where(
      and(
        inArray(members.id, learners.slice(0, APPLICANTS.length)),
        eq(members.providerCheckStatus, ProviderCheckStatus.NotApplied),
      ),
    );
  for (const [index, form] of APPLICANTS.entries()) {
    const member = waiting[index];
    if (member !== undefined) await apply(db, member, form, now - (index + 2) * 9 * HOUR_MS);
  }
  await seedPendingCourse(db, mentorId, now);
}
