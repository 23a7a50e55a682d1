import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowdfunds, members } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start({ publicUrl: 'https://lectern.example' });
});
afterAll(() => world.close());

test('search engines find the courses on sale, in both languages, and nothing else', async () => {
  const { id: mentorId } = await mentorIn(world);
  const { id: bannedId } = await mentorIn(world);
  await world.db.update(members).set({ isBanned: true }).where(eq(members.id, bannedId));
  const shown = await courseIn(world, { mentorId, updatedAt: Date.UTC(2026, 10, 22) });
  const failed = await courseIn(world, { mentorId });
  const campaign = {
    targetType: 'people',
    target: 9,
    startsAt: 1,
    deadline: 2,
    earlyPriceCents: 1,
    produceBy: 3,
  } as const;
  await world.db.insert(crowdfunds).values({ courseId: failed.id, ...campaign, state: 'failed' });
  const hidden = [
    failed,
    await courseIn(world, { mentorId, status: 'draft' }),
    await courseIn(world, { mentorId, isPaused: true }),
    await courseIn(world, { mentorId: bannedId }),
  ];
  const answer = await world.app.inject('/sitemap.xml');
  expect(answer.headers['content-type']).toContain('application/xml');
  const addresses = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    'https://lectern.example/',
    'https://lectern.example/kecheng-online',
    `https://lectern.example/video-info?id=${shown.id}`,
  ]);
  for (const { id } of hidden) expect(answer.body).not.toContain(`id=${id}<`);
  expect(answer.body).toContain(
    `<lastmod>2026-11-22T00:00:00.000Z</lastmod>` +
      `<xhtml:link rel="alternate" hreflang="zh-Hant" href="https://lectern.example/video-info?id=${shown.id}"/>` +
      `<xhtml:link rel="alternate" hreflang="en" href="https://lectern.example/video-info?id=${shown.id}&amp;lang=en"/>`,
  );
});

test('robots are told where the map is, and what is none of theirs', async () => {
  const { body, headers } = await world.app.inject('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('Sitemap: https://lectern.example/sitemap.xml');
  expect(body).toContain('Disallow: /api/');
  expect(body).not.toContain('Disallow: /\n');
});
