import {
  CourseLength,
  CourseLevel,
  Locale,
  PRICE_STEPS,
  RATING_STEPS,
  type Facets,
  type PriceStep,
} from '@lectern/marketplace-contract';
import { and, count, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import { categories, courses, crowdfunds } from '../db/schema/index.js';
import { conditionOf, hasCaptions, LENGTHS, mean, type CourseFilter } from './listing.js';
import type { Reader } from './reader.js';

type Choices = Readonly<Record<string, SQL | undefined>>;

const choicesOf = <T extends string | number>(values: readonly T[], isOf: (value: T) => SQL | undefined): Choices =>
  Object.fromEntries(values.map((value) => [String(value), isOf(value)]));

const inStep = (step: PriceStep): SQL | undefined => {
  const { price_min: from, price_max: to }: { readonly price_min?: number; readonly price_max?: number } =
    PRICE_STEPS[step];
  return and(
    from === undefined ? undefined : gte(courses.priceCents, from),
    to === undefined ? undefined : lte(courses.priceCents, to),
  );
};

const LOCALES = Object.values(Locale);
/** Each filter: the conditions that are cleared while its choices are counted, and the choices. */
const FILTERS = {
  price: [{ price_min: undefined, price_max: undefined }, choicesOf(Object.keys(PRICE_STEPS) as PriceStep[], inStep)],
  level: [{ level: undefined }, choicesOf(Object.values(CourseLevel), (level) => eq(courses.level, level))],
  taught: [{ lang: undefined }, choicesOf(LOCALES, (lang) => eq(courses.lang, lang))],
  rating: [{ rating: undefined }, choicesOf(RATING_STEPS, (least) => gte(mean, Number(least)))],
  length: [{ length: undefined }, choicesOf(Object.values(CourseLength), (length) => LENGTHS[length])],
  captions: [{ captions: undefined }, choicesOf(LOCALES, hasCaptions)],
} as const satisfies Record<string, readonly [object, Choices]>;

/** Without the counts that are 0. */
const found = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));

async function countEach({ db }: Reader, filter: CourseFilter, choices: Choices): Promise<Record<string, number>> {
  const columns = Object.fromEntries(
    Object.entries(choices).map(([name, isOf]) => [
      name,
      sql<number>`(count(*) FILTER (WHERE ${isOf ?? sql`true`}))::integer`.as(`n_${name}`),
    ]),
  );
  const [counted] = await db
    .select(columns)
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(conditionOf(filter));
  return found(counted ?? {});
}

/** Number of courses per category, those of its subcategories included. */
async function countCategories({ db }: Reader, filter: CourseFilter): Promise<Record<string, number>> {
  const rows = await db
    .select({ id: categories.id, parentId: categories.parentId, n: count() })
    .from(courses)
    .innerJoin(categories, eq(categories.id, courses.categoryId))
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(conditionOf({ ...filter, category_id: undefined }))
    .groupBy(categories.id);
  const counts: Record<string, number> = {};
  for (const { id, parentId, n } of rows) {
    counts[String(id)] = (counts[String(id)] ?? 0) + n;
    if (parentId !== null) counts[String(parentId)] = (counts[String(parentId)] ?? 0) + n;
  }
  return counts;
}

/** Number of courses per choice of each filter, with all other filters applied. */
export async function facetsOf(reader: Reader, filter: CourseFilter): Promise<Facets> {
  const tallyOf = (name: keyof typeof FILTERS) => {
    const [without, choices] = FILTERS[name];
    return countEach(reader, { ...filter, ...without }, choices);
  };
  return {
    category: await countCategories(reader, filter),
    price: await tallyOf('price'),
    level: await tallyOf('level'),
    taught: await tallyOf('taught'),
    rating: await tallyOf('rating'),
    length: await tallyOf('length'),
    captions: await tallyOf('captions'),
  };
}
