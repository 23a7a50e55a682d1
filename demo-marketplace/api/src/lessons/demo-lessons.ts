import { eq, inArray } from 'drizzle-orm';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '../db/database.js';
import { captions, media } from '../db/schema/index.js';

/** Key prefix of videos that ship with the product. */
export const DEMO_PREFIX = 'lessons/';

export const DEMO_TOPICS = ['welcome', 'python', 'photo', 'math', 'english', 'design'] as const;

/** A video that ships with the product. */
export interface DemoLesson {
  readonly mediaId: number;
  readonly topic: (typeof DEMO_TOPICS)[number];
  readonly titleZh: string;
  readonly titleEn: string;
  readonly seconds: number;
}

const TITLES: Readonly<Record<DemoLesson['topic'], readonly [string, string, number]>> = {
  welcome: ['認識你的課堂', 'Find your way around', 20],
  python: ['用迴圈把事情做完', 'Get it done with a loop', 36],
  photo: ['光線的三個方向', 'Three directions of light', 36],
  math: ['畢氏定理的面積證明', 'Pythagoras, proved by areas', 36],
  english: ['開會時的五句英文', 'Five phrases for a meeting', 36],
  design: ['留白讓畫面呼吸', 'White space lets a page breathe', 36],
};

/** File name of the handout of a topic. */
const handoutOf = (topic: DemoLesson['topic']): string => `${topic}-handout.pdf`;

const fileOf = (name: string): string => fileURLToPath(new URL(`../../assets/${DEMO_PREFIX}${name}`, import.meta.url));

/** Registers the videos that ship with the product as media of `ownerId`; idempotent. */
export async function demoLessons(db: Database, ownerId: number, now: number): Promise<readonly DemoLesson[]> {
  const lessons: DemoLesson[] = [];
  // Sequential, since a transaction has a single connection.
  for (const topic of DEMO_TOPICS) lessons.push(await demoLesson(db, topic, ownerId, now));
  return lessons;
}

async function demoLesson(db: Database, topic: DemoLesson['topic'], ownerId: number, now: number): Promise<DemoLesson> {
  const key = `${DEMO_PREFIX}${topic}.mp4`;
  const [{ size }, zh, en] = await Promise.all([
    stat(fileOf(`${topic}.mp4`)),
    readFile(fileOf(`${topic}.zh.vtt`), 'utf8'),
    readFile(fileOf(`${topic}.en.vtt`), 'utf8'),
  ]);
  const [titleZh, titleEn, seconds] = TITLES[topic];
  const row = { ownerId, key, type: 'video', mime: 'video/mp4', maxBytes: size, size, seconds };
  await db
    .insert(media)
    .values({ ...row, createdAt: now, storedAt: now })
    .onConflictDoNothing();
  const [known] = await db.select({ id: media.id }).from(media).where(eq(media.key, key));
  if (known === undefined) throw new Error(`the video ${key} was not written`);
  const texts = [
    { mediaId: known.id, lang: 'zh', vtt: zh } as const,
    { mediaId: known.id, lang: 'en', vtt: en } as const,
  ];
  await db.insert(captions).values(texts).onConflictDoNothing();
  return { mediaId: known.id, topic, titleZh, titleEn, seconds };
}

/** Registers the handouts that ship with the product; resolves with their media ids by topic. */
export async function demoHandouts(
  db: Database,
  ownerId: number,
  now: number,
): Promise<ReadonlyMap<DemoLesson['topic'], number>> {
  const rows = await Promise.all(
    DEMO_TOPICS.map(async (topic) => {
      const { size } = await stat(fileOf(handoutOf(topic)));
      const row = { ownerId, key: `${DEMO_PREFIX}${handoutOf(topic)}`, type: 'file', mime: 'application/pdf', size };
      return { ...row, maxBytes: size, createdAt: now, storedAt: now };
    }),
  );
  await db.insert(media).values(rows).onConflictDoNothing();
  const keys = rows.map(({ key }) => key);
  const known = await db.select({ id: media.id, key: media.key }).from(media).where(inArray(media.key, keys));
  return new Map(
    DEMO_TOPICS.flatMap((topic) =>
      known.filter(({ key }) => key === `${DEMO_PREFIX}${handoutOf(topic)}`).map(({ id }) => [topic, id] as const),
    ),
  );
}
