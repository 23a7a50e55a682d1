import { suggest } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories, courses, members } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { searchVector } from './index.js';
import { errorsIn, nearQuery } from './near-words.js';

let world: World;
let languages: number;
let teacher: number;

const named = async (titleZh: string, titleEn: string, mentorId: number, categoryId: number | null = null) => {
  const { id } = await courseIn(world, { mentorId, titleZh, titleEn, categoryId });
  await world.db
    .update(courses)
    .set({ search: searchVector([titleZh, titleEn]) })
    .where(eq(courses.id, id));
  return String(id);
};

beforeAll(async () => {
  world = await World.start();
  teacher = (await mentorIn(world)).id;
  await world.db.update(members).set({ name: '周雅雯 Vivian' }).where(eq(members.id, teacher));
  const [made] = await world.db
    .insert(categories)
    .values({ kind: 'course', nameZh: '語言與外語', nameEn: 'Languages' })
    .returning({ id: categories.id });
  languages = made!.id;
  await named('開口說英語', 'Speak up', teacher);
  await named('職場英語會議力', 'English for meetings', teacher);
  await named('旅行韓文', 'Korean for travellers', teacher, languages);
  const other = (await mentorIn(world)).id;
  await named('微積分入門', 'Calculus for programmers', other);
});
afterAll(() => world.close());

const texts = async (query: string, locale = 'zh-TW') => {
  const { data } = await world.call(suggest, { query }, { headers: { 'accept-language': locale } });
  return data.map(({ text }) => text);
};

test('courses, their mentor and categories are suggested in the language of the reader', async () => {
  expect(await texts('英語')).toEqual(['職場英語會議力', '開口說英語', '周雅雯 Vivian']);
  expect(await texts('英語', 'en')).toEqual(['English for meetings', 'Speak up', '周雅雯 Vivian']);
  const { data } = await world.call(suggest, { query: 'lang' });
  expect(data.map(({ type }) => type)).toEqual(['course', 'mentor', 'category']);
  expect(data.at(-1)).toEqual({ type: 'category', id: String(languages), text: '語言與外語' });
});

test.each([
  ['Calclus', 'Calculus for programmers'],
  ['claculus', 'Calculus for programmers'],
  ['programing', 'Calculus for programmers'],
  ['englihs meting', 'English for meetings'],
  ['langauge', 'Languages'],
  ['微機分', 'Calculus for programmers'],
  ['韓溫', 'Korean for travellers'],
])('a typing error does not hide what was meant: %s', async (typed, meant) => {
  expect(await texts(typed, 'en')).toContain(meant);
});

test('words that nothing is like suggest nothing, nor do signs of the query language', async () => {
  for (const query of ['zzzzzz', 'abc', "'|!&", '烏龜', ' ']) expect(await texts(query)).toEqual([]);
});

test('errors are counted up to the beginning of the longer word', () => {
  expect(errorsIn('calc', 'calculus', 1)).toBe(0);
  expect(errorsIn('clac', 'calculus', 1)).toBe(1);
  expect(errorsIn('xalcx', 'calculus', 1)).toBe(2);
  expect(errorsIn('languge', 'language', 2)).toBe(1);
});

test('a query is quoted whatever was typed', () => {
  expect(nearQuery("it's \\ & 'x", ['its', 'x'])).not.toMatch(/\\|''/u);
});
