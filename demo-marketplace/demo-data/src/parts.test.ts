import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { categories, courses, demoParts, type DemoPorts } from '@lectern/marketplace-api/seeding';
import { World } from '@lectern/marketplace-api/testing';
import { seedDemoContent } from './index.js';
import type { DemoPart } from './parts.js';
import { SeededRandom } from './random.js';

const ports: DemoPorts = {
  now: 1_800_000_000_000,
  certify: () => Promise.reject(new Error('not in these tests')),
  apply: () => Promise.reject(new Error('not in these tests')),
  vault: {} as DemoPorts['vault'],
  purchasables: {} as DemoPorts['purchasables'],
};

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.db.delete(categories);
  await world.db.delete(demoParts);
});

/** A part that inserts a category whose position is drawn from the part's random stream. */
const part = (name: string, end: () => void = () => undefined): DemoPart => ({
  name,
  apply: async (tx, { random }) => {
    const sort = random.between(0, 1_000_000);
    await tx.insert(categories).values({ kind: 'course', nameZh: name, nameEn: name, sort });
    end();
  },
});

const seed = (...parts: readonly DemoPart[]): Promise<readonly string[]> =>
  seedDemoContent({ ...ports, db: world.db }, parts);
const written = async () => {
  const rows = await world.db.select().from(categories).orderBy(categories.id);
  return rows.map(({ nameEn, sort }) => [nameEn, sort]);
};

test('parts are applied once each, in their order, by processes that start at the same time', async () => {
  const parts = [part('a'), part('b')];
  const applied = await Promise.all([seed(...parts), seed(...parts), seed(...parts)]);
  expect(applied.flat().toSorted()).toEqual(['a', 'b']);
  expect((await written()).map(([name]) => name)).toEqual(['a', 'b']);
  expect(await seed(...parts)).toEqual([]);
});

test('a demo that exists gets the part that is new, and nothing else changes', async () => {
  await seed(part('a'));
  const before = await written();
  expect(await seed(part('a'), part('b'))).toEqual(['b']);
  expect((await written()).slice(0, 1)).toEqual(before);
});

test('a part draws the same whatever parts come before it', async () => {
  await seed(part('a'), part('c'));
  const [, third] = await written();
  await world.db.delete(categories);
  await world.db.delete(demoParts);
  await seed(part('a'), part('b'), part('c'));
  expect((await written())[2]).toEqual(third);
});

test('a part that is interrupted leaves nothing, and the next start goes on with it', async () => {
  const broken = part('b', () => {
    throw new Error('the process ended');
  });
  await expect(seed(part('a'), broken, part('c'))).rejects.toThrow('the part b of the demo');
  expect((await written()).map(([name]) => name)).toEqual(['a']);
  expect(await seed(part('a'), part('b'), part('c'))).toEqual(['b', 'c']);
});

test('a catalogue that others have filled is left alone', async () => {
  const { member } = await world.member();
  const [course] = await world.db
    .insert(courses)
    .values({
      mentorId: Number(member.id),
      titleZh: '自己的課程',
      titleEn: 'A course of my own',
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: courses.id });
  expect([await seed(part('a')), await written(), await world.db.select().from(demoParts)]).toEqual([[], [], []]);
  await world.db.delete(courses).where(eq(courses.id, course!.id));
});

test('a stream depends on its seed and its name, not on what was drawn before', () => {
  const draw = (random: SeededRandom): number[] => Array.from({ length: 5 }, () => random.between(0, 1_000_000));
  const one = new SeededRandom(7);
  const fresh = draw(one.stream('people'));
  one.next();
  expect(draw(one.stream('people'))).toEqual(fresh);
  expect(draw(one.stream('courses'))).not.toEqual(fresh);
  expect(draw(new SeededRandom(8).stream('people'))).not.toEqual(fresh);
});
