import { CURRENCY } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { cardsOf } from '../courses/cards.js';
import type { Reader } from '../courses/reader.js';
import { isMentor, mentorCards } from '../courses/mentor-cards.js';
import { isOnSale } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { courses, members } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import type { Storage } from '../upload/storage.js';

/** Metadata of a page. Addresses begin with `/` and are on this site. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Canonical path of the page. */
  readonly path: string;
  /** Path of an image; empty for none. */
  readonly image: string;
  readonly type: 'website' | 'article' | 'profile';
  /** JSON-LD; `origin` is prepended to addresses. */
  readonly data: (origin: string) => object;
}

/** Resolves the head of the page at a path of the application. */
export type PageHeads = (path: string, language: Language) => Promise<PageHead>;

interface PageHeadsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly storage: Storage;
}

const NAME = { en: 'Lectern', 'zh-Hant': '講台 Lectern' } as const;
const SITE = {
  en: { title: NAME.en, description: 'Online courses, crowdfunded ideas and classes face to face.' },
  'zh-Hant': { title: NAME['zh-Hant'], description: '線上課程、群眾募資課程與面對面課堂，跟著真正在做這件事的人學。' },
} as const;
const CATALOGUE = { en: 'Online courses', 'zh-Hant': '線上課程' } as const;
const MOST_LETTERS = 200;
const CENTS = 100;
const ID = /^[1-9]\d{0,15}$/;
const SCHEMA = 'https://schema.org';

const titled = (title: string, language: Language): string => `${title} · ${NAME[language]}`;

/** Text of HTML, shortened to the length of a description. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_LETTERS);

const siteHead = (language: Language): PageHead => ({
  ...SITE[language],
  path: '/',
  image: '',
  type: 'website',
  data: (origin) => ({
    '@context': SCHEMA,
    '@type': 'WebSite',
    name: NAME[language],
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/search?query={query}`,
      'query-input': 'required name=query',
    },
  }),
});

async function courseHead(reader: Reader, id: number): Promise<PageHead | undefined> {
  const { db, language } = reader;
  const [row] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), isOnSale));
  const [card] = row === undefined ? [] : await cardsOf(reader, [row]);
  if (row === undefined || card === undefined) return undefined;
  const description = card.subtitle || wordsOf(inLanguage(language, row.introZh, row.introEn));
  const path = `/video-info?id=${card.id}`;
  const cents = card.crowdfund?.state === 'funding' ? card.crowdfund.early_price_cents : card.price_cents;
  return {
    title: titled(card.title, language),
    description,
    path,
    image: card.cover,
    type: 'article',
    data: (origin) => ({
      '@context': SCHEMA,
      '@type': 'Course',
      name: card.title,
      description,
      url: origin + path,
      ...(card.cover !== '' && { image: origin + card.cover }),
      inLanguage: card.lang === 'en' ? 'en' : 'zh-Hant',
      provider: { '@type': 'Organization', name: NAME[language], url: `${origin}/` },
      instructor: { '@type': 'Person', name: card.mentor.name },
      offers: {
        '@type': 'Offer',
        category: cents === 0 ? 'Free' : 'Paid',
        price: (cents / CENTS).toFixed(2),
        priceCurrency: CURRENCY,
        url: origin + path,
      },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: `PT${Math.max(1, Math.round(card.seconds / 60))}M`,
      },
      ...(card.ratings > 0 && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: card.rating, ratingCount: card.ratings },
      }),
    }),
  };
}

async function mentorHead(reader: Reader, id: number): Promise<PageHead | undefined> {
  const { db, language } = reader;
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isMentor));
  const [card] = await mentorCards(reader, rows);
  if (card === undefined) return undefined;
  const path = `/daoshi?id=${card.id}`;
  return {
    title: titled(card.name, language),
    description: card.intro.slice(0, MOST_LETTERS) || SITE[language].description,
    path,
    image: card.headimg,
    type: 'profile',
    data: (origin) => ({
      '@context': SCHEMA,
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: card.name,
        description: card.intro,
        url: origin + path,
        ...(card.headimg !== '' && { image: origin + card.headimg }),
      },
    }),
  };
}

/** Page heads as a visitor may see them: pages of courses that are not on sale have the head of the site. */
export function pageHeads({ db, clock, storage }: PageHeadsOptions): PageHeads {
  return async (path, language) => {
    const { pathname, searchParams } = new URL(path, 'https://here.invalid');
    const reader: Reader = { db, storage, language, now: clock.now(), memberId: 0 };
    const given = searchParams.get('id') ?? '';
    const id = ID.test(given) ? Number(given) : undefined;
    const site = siteHead(language);
    if (pathname === '/kecheng-online')
      return { ...site, title: titled(CATALOGUE[language], language), path: pathname };
    if (id === undefined) return site;
    if (pathname === '/video-info' || pathname === '/pages/detail/detail')
      return (await courseHead(reader, id)) ?? site;
    if (pathname === '/daoshi') return (await mentorHead(reader, id)) ?? site;
    return site;
  };
}
