import { getOrder } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { isEnrolled } from '../courses/index.js';
import { crowdfunds } from '../db/schema/index.js';
import { balanceOf, moneyOf, pledgesOf, type AccountKind } from '../ledger/index.js';
import { scheduleCrowdfund } from '../crowdfund/index.js';
import { courseIn, mentorIn } from './courses.js';
import { giveMoney, orderIn, payIn } from './money.js';
import type { World } from './world.js';

/** Price for backers, in cents. */
export const EARLY = 60_000;
export const DAY = 86_400_000;

/** A campaign of five days whose price is below the later price of the course. */
export async function campaignIn(world: World, values: Partial<typeof crowdfunds.$inferInsert> = {}) {
  const mentor = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
  const now = world.clock.now();
  const facts = { courseId, targetType: 'people', target: 2, earlyPriceCents: EARLY, state: 'funding' } as const;
  const deadline = now + 5 * DAY;
  await world.db.insert(crowdfunds).values({ ...facts, startsAt: now, deadline, produceBy: now + 60 * DAY, ...values });
  await world.db.transaction((tx) => scheduleCrowdfund(tx, { courseId, deadline }));
  return {
    ...{ courseId, mentorId: mentor.id, mentor, deadline },
    row: async () => (await world.db.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId)))[0],
    pledged: () => balanceOf(world.db, pledgesOf(courseId)),
    of: (kind: AccountKind) => balanceOf(world.db, moneyOf(mentor.id, kind)),
  };
}

/** A new member who pledges. */
export async function backerIn(world: World, courseId: number) {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, EARLY);
  const no = await orderIn(world, token, courseId);
  const answer = await payIn(world, token, no);
  return {
    ...{ token, no, answer, id: member.id },
    status: async () => (await world.call(getOrder, { order_no: no }, { token })).data.status,
    balance: () => balanceOf(world.db, moneyOf(Number(member.id))),
    owns: () => isEnrolled(world.db, Number(member.id), courseId),
  };
}
