import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseImages, courses, members } from '../db/schema/index.js';
import { World } from '../testing/world.js';
import { webApp } from '../web.js';

const PAGE = `<!doctype html><html lang="zh-Hant"><head>
<meta name="description" content="built" />
<title>built</title>
</head><body></body></html>`;

let world: World;
let site: FastifyInstance;
let folder: string;
let courseId: number;
let draftId: number;
let mentorId: number;

beforeAll(async () => {
  world = await World.start();
  const { db, clock } = world;
  const now = clock.now();
  const { member } = await world.member();
  mentorId = Number(member.id);
  const mentor = { isProvider: true, providerCheckStatus: 2, intro: 'I teach algebra.' } as const;
  await db.update(members).set(mentor).where(eq(members.id, mentorId));
  const course = {
    mentorId,
    titleZh: '微積分 </title><script>alert(1)</script> $& 入門',
    titleEn: 'Calculus & more',
    introZh: '<p>從 <b>極限</b> 開始</p>',
    priceCents: 128_050,
    originalPriceCents: 150_000,
    ratingSum: 9,
    ratingN: 2,
    seconds: 3600,
    createdAt: now,
    updatedAt: now,
  };
  const rows = await db
    .insert(courses)
    .values([
      { ...course, status: 'approved', publishedAt: now },
      { ...course, status: 'draft', titleZh: '秘密' },
    ])
    .returning({ id: courses.id });
  courseId = rows[0]!.id;
  draftId = rows[1]!.id;
  await db.insert(courseImages).values({ courseId, sort: 0, key: 'image/20261122/1cover.png' });
  folder = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'share.html'), PAGE);
  site = fastify();
  await site.register(webApp, { folder, heads: world.parts.heads, publicUrl: 'https://lectern.example' });
});

afterAll(async () => {
  await site.close();
  await world.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string): Promise<string> => (await site.inject({ url, headers: { accept: 'text/html' } })).body;

/** Open Graph of a page, by name. */
const graphOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

const dataOf = (html: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as Record<string, unknown>;

test('a course says what it is: title, words, picture, price, stars', async () => {
  const html = await get(`/video-info?id=${courseId}&lang=en`);
  expect(html).toContain('<title>Calculus &amp; more · Lectern</title>');
  expect(html).not.toContain('built');
  expect(graphOf(html)).toMatchObject({
    title: 'Calculus &amp; more · Lectern',
    url: `https://lectern.example/video-info?id=${courseId}`,
    image: 'https://lectern.example/files/image/20261122/1cover.png',
    locale: 'en_US',
  });
  expect(dataOf(html)).toMatchObject({
    '@type': 'Course',
    name: 'Calculus & more',
    offers: { price: '1280.50', priceCurrency: 'TWD' },
    aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
    hasCourseInstance: { courseWorkload: 'PT60M' },
  });
});

test('nothing that a mentor writes becomes markup', async () => {
  const html = await get(`/video-info?id=${courseId}`);
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; 入門');
  expect(dataOf(html)['name']).toBe('微積分 </title><script>alert(1)</script> $& 入門');
  expect(html).toContain('<meta name="description" content="從 極限 開始" />');
});

test('copied links and share pages say what they lead to', async () => {
  const url = `https://lectern.example/video-info?id=${courseId}`;
  expect(graphOf(await get(`/pages/detail/detail?id=${courseId}&t=42`))['url']).toBe(url);
  const path = encodeURIComponent(`/video-info?id=${courseId}&lang=en`);
  expect(graphOf(await get(`/share.html?path=${path}`))).toMatchObject({ url, title: 'Calculus &amp; more · Lectern' });
});

test('each language of a page has its own address, and knows the other', async () => {
  const chinese = `https://lectern.example/video-info?id=${courseId}`;
  const english = `${chinese}&amp;lang=en`;
  for (const [path, canonical] of [
    [`/video-info?id=${courseId}&t=9`, chinese],
    [`/video-info?id=${courseId}&lang=en`, english],
  ] as const) {
    const html = await get(path);
    expect(html).toContain(`<link rel="canonical" href="${canonical}" />`);
    expect(html).toContain(`hreflang="zh-Hant" href="${chinese}"`);
    expect(html).toContain(`hreflang="en" href="${english}"`);
  }
});

test('a mentor has a profile', async () => {
  const html = await get(`/daoshi?id=${mentorId}`);
  expect(graphOf(html)).toMatchObject({ type: 'profile', description: 'I teach algebra.' });
  expect(dataOf(html)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: '王小明' } });
});

test.each([
  ['a draft', () => `/video-info?id=${draftId}`],
  ['no course', () => '/video-info?id=999999'],
  ['no id', () => '/video-info?id=1%20OR%201'],
  ['another site', () => '/share.html?path=%2F%2Fevil.example%2Fvideo-info'],
  ['another site once its dots are gone', () => '/share.html?path=%2F.%2F%2Fevil.example'],
  ['a screen without words of its own', () => '/zhaopin'],
])('%s says no more than the site', async (_what, path) => {
  const html = await get(path());
  expect(graphOf(html)).toMatchObject({ title: '講台 Lectern', url: 'https://lectern.example/' });
  expect(dataOf(html)).toMatchObject({ '@type': 'WebSite' });
  expect(html).not.toContain('秘密');
});

test('a database that is away leaves the page as it was built', async () => {
  const alone = fastify();
  await alone.register(webApp, { folder, heads: () => Promise.reject(new Error('away')) });
  const response = await alone.inject({ url: '/video-info?id=1', headers: { accept: 'text/html' } });
  expect(response.body).toBe(PAGE);
  expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  await alone.close();
});

test('the terms and the privacy policy are there for everybody, in either language', async () => {
  const read = async (url: string, language: string) =>
    (await world.app.inject({ url, headers: { 'accept-language': language } })).body;
  for (const path of ['/terms', '/privacy']) {
    const [chinese, english] = await Promise.all([read(path, 'zh-TW'), read(path, 'en')]);
    expect(chinese).toContain('<html lang="zh-Hant">');
    expect(english).toContain('<html lang="en">');
    // The query parameter takes precedence over the header.
    expect(await read(`${path}?lang=en`, 'zh-TW')).toBe(english);
    const parts = (html: string) => html.split('<h2>').length;
    expect(parts(chinese)).toBe(parts(english));
    expect(parts(english)).toBeGreaterThan(5);
  }
});
