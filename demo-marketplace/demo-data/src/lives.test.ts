import { getLive, listLives } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoPorts } from '@lectern/marketplace-api/seeding';
import { World } from '@lectern/marketplace-api/testing';
import { DEMO_PARTS, seedDemoContent } from './index.js';

const ENGLISH = { headers: { 'accept-language': 'en' } };

let world: World;
beforeAll(async () => {
  world = await World.start();
  const parts = DEMO_PARTS.filter(({ name }) => name === '01-people' || name === '04-lives');
  const unused = (): Promise<never> => Promise.reject(new Error('people and live classes need no other part'));
  await seedDemoContent(
    {
      ...{ db: world.db, now: world.clock.now(), certify: unused, apply: unused },
      ...{ vault: {} as DemoPorts['vault'], purchasables: world.parts.purchasables },
    },
    parts,
  );
});
afterAll(() => world.close());

test('live classes and activities of the coming weeks are on sale, in both languages', async () => {
  for (const [kind, number] of [
    ['class', 3],
    ['activity', 2],
  ] as const) {
    const asked = { kind, page: 1, limit: 20 };
    const chinese = (await world.call(listLives, asked)).data.list;
    const english = (await world.call(listLives, asked, ENGLISH)).data.list;
    expect(chinese).toHaveLength(number);
    expect(chinese.every(({ sale, seats_left }) => sale === 'open' && seats_left > 0)).toBe(true);
    expect(chinese.every(({ title }) => /\p{Script=Han}/u.test(title))).toBe(true);
    expect(english.some(({ title }) => /\p{Script=Han}/u.test(title))).toBe(false);
    for (const { id } of chinese) {
      const live = (await world.call(getLive, { id })).data;
      expect(live.packages.every(({ sale }) => sale === 'open')).toBe(true);
      expect(live.timeline.every(({ state }) => state === 'scheduled')).toBe(true);
      expect(live.cover).toMatch(/\/demo\/cover\/\d+-[a-z]+\.svg$/);
    }
  }
});
