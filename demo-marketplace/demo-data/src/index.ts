import { isNull, max } from 'drizzle-orm';
import {
  categories,
  courses,
  demoParts,
  hasDemoContent,
  type Database,
  type DemoContent,
  type DemoPorts,
  type Pool,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import { FIRST_PARTS } from './first-parts.js';
import { seedLives } from './lives.js';
import { demoPeople } from './members.js';
import { applyParts, lockDemo, recordParts, type DemoPart } from './parts.js';
import { demoPictures } from './pictures.js';

const coming: DemoPart = {
  name: '04-lives',
  apply: async (tx, { now }) => seedLives(tx, await demoPeople(tx), now),
};

const other: DemoPart = {
  name: '05-other-category',
  apply: async (tx) => {
    const [last] = await tx
      .select({ sort: max(categories.sort) })
      .from(categories)
      .where(isNull(categories.parentId));
    const sort = (last?.sort ?? 0) + 1;
    await tx.insert(categories).values({ kind: 'course', nameZh: '其他', nameEn: 'Other', icon: 'other', sort });
  },
};

/**
 * Parts of the demo's content, in the order of their release. A released part is never changed, since existing demos
 * would not get the change: new content is a new part at the end, which finds people and courses with {@link
 * demoPeople} and by title.
 */
export const DEMO_PARTS: readonly DemoPart[] = [...FIRST_PARTS, coming, other];

async function isEmpty(db: Database): Promise<boolean> {
  const anything = await db.select({ id: courses.id }).from(courses).limit(1);
  const anyCategory = await db.select({ id: categories.id }).from(categories).limit(1);
  return anything.length + anyCategory.length === 0;
}

/**
 * Resolves with true when the database may receive the demo's content, and records the first parts for a demo from
 * before parts were recorded.
 */
async function isDemo(tx: Tx, now: number): Promise<boolean> {
  await lockDemo(tx);
  const recorded = await tx.select().from(demoParts).limit(1);
  if (recorded.length > 0) return true;
  if (!(await hasDemoContent(tx))) return isEmpty(tx);
  await recordParts(tx, FIRST_PARTS, now);
  return true;
}

/**
 * Seeds an empty catalogue with mentors, learners, courses, campaigns in all states, reviews, questions, sales, and
 * pending and decided cases of the back office. A demo that exists gets the parts released since. The content is
 * deterministic except for its dates, which are relative to now. A catalogue with other content is left unchanged.
 *
 * @param parts in their order; those of this version by default
 * @returns the names of the parts that were applied
 */
export async function seedDemoContent(
  { db, ...ports }: DemoPorts & { readonly db: Pool },
  parts = DEMO_PARTS,
): Promise<readonly string[]> {
  const takes = await db.transaction((tx) => isDemo(tx, ports.now));
  return takes ? applyParts(db, parts, ports) : [];
}

/** The content of the demo, for the API. */
export const demoData: DemoContent = { addRoutes: demoPictures, seed: (ports) => seedDemoContent(ports) };
