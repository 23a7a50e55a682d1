import { and, eq, like, max, sql } from 'drizzle-orm';
import type { Database, Pool, Tx } from '../db/database.js';
import { categories, courses, members, outbox } from '../db/schema/index.js';
import { demoLessons } from '../lessons/index.js';
import type { Vault } from '../security/index.js';
import { seedBackers } from './backers.js';
import { seedCourses } from './courses.js';
import { seedApplications, type Apply } from './applications.js';
import { FINISHED, seedDoings } from './doings.js';
import { seedDrafts } from './drafts.js';
import { seedLetters } from './letters.js';
import { accountOf, NO_PASSWORD, seedPeople } from './members.js';
import { seedMarket } from './market.js';
import { seedNotices } from './notices.js';
import { seedOrders } from './orders.js';
import { seedPaymentCases } from './payment-cases.js';
import { seedAttempts, seedQuizzes } from './quizzes.js';
import { PICTURE_FOLDER } from './pictures.js';
import { SeededRandom } from './random.js';
import { seedSeats } from './seats.js';
import { tell, type Decided } from './story.js';
import { seedTraces } from './traces.js';
import { seedWallets } from './wallets.js';

export { demoPictures } from './pictures.js';

const SEED = 20_261_122;
/** Any number; the same in every process, so that two that start together write it once. */
const SEED_LOCK = 40_912_077;

export interface DemoContentPorts {
  readonly db: Pool;
  readonly now: number;
  /** Gives the certificate of a course that somebody has finished. */
  readonly certify: (
    tx: Tx,
    finished: { readonly memberId: number; readonly courseId: number; readonly now: number },
  ) => Promise<unknown>;
  readonly apply: Apply;
  /** Seals the numbers of bank accounts. */
  readonly vault: Vault;
}

async function isEmpty(db: Database): Promise<boolean> {
  const anything = await db.select({ id: courses.id }).from(courses).limit(1);
  const anyCategory = await db.select({ id: categories.id }).from(categories).limit(1);
  return anything.length + anyCategory.length === 0;
}

/** Whether the demo's people are in the database, with their courses, orders and money that nobody has paid. */
export async function hasDemoContent(db: Database): Promise<boolean> {
  const isInvented = and(eq(members.passwordHash, NO_PASSWORD), like(members.headimgKey, `${PICTURE_FOLDER}/%`));
  const found = await db.select({ id: members.id }).from(members).where(isInvented).limit(1);
  return found.length > 0;
}

/**
 * Fills an empty catalogue: mentors, learners, courses with lessons, crowdfunds at all stages, reviews, questions,
 * sales, and what waits for the back office or was decided by it. The same each time but for its dates, which count from now. Resolves with whether it was empty.
 */
export async function seedDemoContent({ db, now, certify, apply, vault }: DemoContentPorts): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const films = await demoLessons(db, await accountOf(db, 'mentor'), now);
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK})`);
    if (!(await isEmpty(transaction))) return false;
    const [newest] = await transaction.select({ id: max(outbox.id) }).from(outbox);
    const random = new SeededRandom(SEED);
    const people = await seedPeople(transaction, random, now);
    const written = await seedCourses(transaction, people, films, random, now);
    const list = await seedQuizzes(transaction, { list: written, ownerId: people.mentors[0] ?? 0, now });
    const log: Decided[] = [];
    const bought = await seedMarket(transaction, people, list, random, log, now);
    const backed = await seedBackers(transaction, people, list, random, now);
    await tell([...bought, ...backed, ...(await seedWallets(transaction, vault, people, log, now))]);
    await seedDoings(transaction, people, list, random, now);
    await seedOrders(transaction, people, now);
    const finished = list[FINISHED];
    if (finished !== undefined) await certify(transaction, { memberId: people.learner, courseId: finished.id, now });
    await seedApplications(transaction, people, apply, now);
    await seedDrafts(transaction, people, list, log, now);
    await seedLetters(transaction, people, list, log, now);
    await seedPaymentCases(transaction, log, now);
    await seedTraces(transaction, log, now);
    await seedAttempts(transaction);
    await seedSeats(transaction, list);
    await seedNotices(transaction, people, newest?.id ?? 0, now);
    return true;
  });
}
