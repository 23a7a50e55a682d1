import { getFacets, listCourses, type Facets, type RequestOf } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
let [maths, algebra, music] = [0, 0, 0];
beforeAll(async () => {
  world = await World.start();
  const { id: mentorId } = await mentorIn(world);
  const category = async (nameZh: string, parentId: number | null = null): Promise<number> => {
    const row = { kind: 'course', nameZh, nameEn: nameZh, parentId };
    const [made] = await world.db.insert(categories).values(row).returning();
    return made?.id ?? 0;
  };
  maths = await category('數學');
  algebra = await category('代數', maths);
  music = await category('音樂');
  const make = (values: object) => courseIn(world, { mentorId, seconds: 60, originalPriceCents: 900_000, ...values });
  await make({ categoryId: maths, level: 1, priceCents: 40_000, ratingSum: 9, ratingN: 2 });
  await make({ categoryId: algebra, level: 2, priceCents: 100_000, seconds: 2 * 3600 });
  await make({ categoryId: music, level: 1, priceCents: 0, lang: 'en' });
  await make({ categoryId: music, level: 3, priceCents: 200_000, status: 'draft' });
});
afterAll(() => world.close());

const facets = async (filter: RequestOf<typeof getFacets> = {}): Promise<Facets> =>
  (await world.call(getFacets, filter)).data;

test('each choice is counted as it would find, what finds nothing is left out', async () => {
  expect(await facets()).toEqual({
    category: { [maths]: 2, [algebra]: 1, [music]: 1 },
    price: { low: 2, middle: 1 },
    level: { 1: 2, 2: 1 },
    taught: { zh: 2, en: 1 },
    rating: { '4.5': 1, 4: 1, '3.5': 1 },
    length: { short: 2, medium: 1 },
    captions: {},
  });
});

test('a filter counts for the others, not for its own choices', async () => {
  const { category, level, length } = await facets({ level: 1, category_id: String(maths) });
  expect(category).toEqual({ [maths]: 1, [music]: 1 });
  expect(level).toEqual({ 1: 1, 2: 1 });
  expect(length).toEqual({ short: 1 });
});

test('what is counted is what the list finds', async () => {
  const { level, price, length } = await facets({ kind: 'online' });
  const totalOf = async (filter: RequestOf<typeof listCourses>) =>
    (await world.call(listCourses, { kind: 'online', ...filter })).data.total;
  expect(await totalOf({ level: 1 })).toBe(level['1']);
  expect(await totalOf({ price_max: 50_000 })).toBe(price['low']);
  expect(await totalOf({ length: 'medium' })).toBe(length['medium']);
  expect(await totalOf({ length: 'long' })).toBe(0);
});
