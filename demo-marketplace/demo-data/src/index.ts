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
import { applyParts, lockDemo, recordParts, type DemoPart } from './parts.js';
import { demoPictures } from './pictures.js';

/**
 * The content of the demo, in the order in which it came. A part that was released is never changed, since demos that
 * have it would not get the change: what is new is a new part at the end, which finds people and courses by
 * {@link demoPeople} and by title.
 */
export const DEMO_PARTS: readonly DemoPart[] = [...FIRST_PARTS];

async function isEmpty(db: Database): Promise<boolean> {
  const anything = await db.select({ id: courses.id }).from(courses).limit(1);
  const anyCategory = await db.select({ id: categories.id }).from(categories).limit(1);
  return anything.length + anyCategory.length === 0;
}

/** Whether the database takes the demo's content; it records the first parts where they came before there was a record. */
async function isDemo(tx: Tx, now: number): Promise<boolean> {
  await lockDemo(tx);
  const recorded = await tx.select().from(demoParts).limit(1);
  if (recorded.length > 0) return true;
  if (!(await hasDemoContent(tx))) return isEmpty(tx);
  await recordParts(tx, FIRST_PARTS, now);
  return true;
}

/**
 * Fills an empty catalogue (mentors, learners, courses with lessons, crowdfunds at all stages, reviews, questions, sales,
 * what waits for the back office or was decided by it) and gives a demo that exists the parts that came since. The same
 * each time but for its dates, which count from now. A catalogue that others have filled is left alone.
 *
 * @param parts in their order; those of this version unless given
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
