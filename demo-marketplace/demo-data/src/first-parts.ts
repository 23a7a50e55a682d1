import { max } from 'drizzle-orm';
import { demoLessons, outbox } from '@lectern/marketplace-api/seeding';
import { seedBackers } from './backers.js';
import { demoCourses, seedCourses } from './courses.js';
import { seedApplications } from './applications.js';
import { FINISHED, seedDoings } from './doings.js';
import { seedDrafts } from './drafts.js';
import { seedLetters } from './letters.js';
import { seedMarket } from './market.js';
import { accountOf, demoPeople, seedPeople } from './members.js';
import { seedNotices } from './notices.js';
import { seedOrders } from './orders.js';
import type { DemoPart } from './parts.js';
import { seedPaymentCases } from './payment-cases.js';
import { seedAttempts, seedQuizzes } from './quizzes.js';
import { seedSeats } from './seats.js';
import { tell, type Decided } from './story.js';
import { seedTraces } from './traces.js';
import { seedWallets } from './wallets.js';

const people: DemoPart = { name: '01-people', apply: (tx, { random, now }) => seedPeople(tx, random, now) };

const courses: DemoPart = {
  name: '02-courses',
  apply: async (tx, { random, now }) => {
    const ownerId = await accountOf(tx, 'mentor');
    const films = await demoLessons(tx, ownerId, now);
    await seedCourses(tx, await demoPeople(tx), films, random, now);
    await seedQuizzes(tx, { list: await demoCourses(tx), ownerId, now });
  },
};

/** The demo's history in one part, because ledger, lists and log are numbered in the order of time. */
const history: DemoPart = {
  name: '03-history',
  apply: async (tx, { random, now, certify, apply, vault, purchasables }) => {
    const [newest] = await tx.select({ id: max(outbox.id) }).from(outbox);
    const present = await demoPeople(tx);
    const list = await demoCourses(tx);
    const log: Decided[] = [];
    const bought = await seedMarket(tx, purchasables, present, list, random.stream('market'), log, now);
    const backed = await seedBackers(tx, present, list, random.stream('backers'), now);
    await tell([...bought, ...backed, ...(await seedWallets(tx, vault, present, log, now))]);
    await seedDoings(tx, present, list, random.stream('doings'), now);
    await seedOrders(tx, present, now);
    const finished = list[FINISHED];
    if (finished !== undefined) await certify(tx, { memberId: present.learner, courseId: finished.id, now });
    await seedApplications(tx, present, apply, now);
    await seedDrafts(tx, present, list, log, now);
    await seedLetters(tx, present, list, log, now);
    await seedPaymentCases(tx, log, now);
    await seedTraces(tx, log, now);
    await seedAttempts(tx);
    await seedSeats(tx, list);
    await seedNotices(tx, present, newest?.id ?? 0, now);
  },
};

/** Parts that a demo from before the recording of parts contains. */
export const FIRST_PARTS: readonly DemoPart[] = [people, courses, history];
