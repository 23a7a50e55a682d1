import { savePayoutAccount } from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  couponMembers,
  coupons,
  courses,
  crowdfunds,
  enrollments,
  members,
  orders,
  type CourseRow,
} from '../db/schema/index.js';
import { AccountKind, moneyOf, OUTSIDE, post, transfer } from '../ledger/index.js';
import { Sessions } from '../login/index.js';
import { scheduleCrowdfund } from '../crowdfund/index.js';
import { courseIn } from './courses.js';
import { giveMoney, givePayPassword, givePoints } from './money.js';
import type { World } from './world.js';

const DAY = 86_400_000;

/** A person with money. */
export interface Person {
  /** Headers and address of their calls; each person has a rate limit of their own. */
  readonly by: { readonly token: string; readonly ip: string };
  readonly id: number;
  /** Bank account for withdrawals. */
  readonly account: string;
}

/** Two buyers, a mentor and staff; nobody else buys in this market. */
export interface Market {
  /** Two courses on sale, the first of them with a single seat, and one with a campaign. */
  readonly courseIds: readonly number[];
  readonly people: readonly [Person, Person];
  readonly mentor: Person;
  readonly staff: Person;
  /** Id of a coupon that exists once and that either buyer can claim. */
  readonly couponId: number;
}

/** Inserted directly, since registrations are rate limited per address in real time. */
async function person(world: World, more: Partial<typeof members.$inferInsert> = {}): Promise<Person> {
  const now = world.clock.now();
  const facts = { name: '王小明', passwordHash: '', locale: 'zh', createdAt: now, updatedAt: now };
  const [row] = await world.db
    .insert(members)
    .values({ ...facts, ...more })
    .returning({ id: members.id });
  const id = row!.id;
  const ip = `192.0.2.${id % 250}`;
  const { token } = await world.db.transaction((tx) =>
    new Sessions(world.db).begin(tx, id, { ip, userAgent: '' }, now),
  );
  await givePayPassword(world, id);
  const bank = { bank: '台灣銀行', holder: '王小明', no: '0041234567' };
  const account = (await world.call(savePayoutAccount, bank, { token, ip })).data.id;
  return { by: { token, ip }, id, account };
}

/** A buyer with money, points and a coupon. */
async function buyer(world: World): Promise<Person> {
  const one = await person(world);
  await giveMoney(world, String(one.id), 260_000);
  await givePoints(world, String(one.id), 9_000);
  const couponId = await coupon(world, 33);
  await world.db.insert(couponMembers).values({ couponId, memberId: one.id, claimedAt: world.clock.now() });
  await world.db.update(coupons).set({ claimed: 1 }).where(eq(coupons.id, couponId));
  return one;
}

async function coupon(world: World, value: number): Promise<number> {
  const now = world.clock.now();
  const facts = { titleZh: '折', kind: 'percent', value, total: 1, startsAt: now, endsAt: now + DAY } as const;
  const [made] = await world.db
    .insert(coupons)
    .values({ ...facts, createdAt: now })
    .returning({ id: coupons.id });
  return made!.id;
}

/** Creates a market without any orders. */
export async function openMarket(world: World): Promise<Market> {
  const now = world.clock.now();
  const mentor = await person(world, { providerCheckStatus: 2, isProvider: true, currentType: 2 });
  const earned = transfer(OUTSIDE, moneyOf(mentor.id, AccountKind.Earnings), 250_000);
  await world.db.transaction((tx) =>
    post(tx, { business: 'adjust', businessId: `mentor ${mentor.id}`, memo: '', at: now, postings: earned }),
  );
  const courseIds: number[] = [];
  // Prices whose shares are no whole dollars.
  for (const [at, priceCents] of [100_001, 33_333, 50_000].entries()) {
    const facts = { priceCents, originalPriceCents: 200_000, seats: at === 0 ? 1 : null };
    courseIds.push((await courseIn(world, { mentorId: mentor.id, ...facts })).id);
  }
  const campaign = { courseId: courseIds[2]!, targetType: 'people', target: 2, earlyPriceCents: 40_001 } as const;
  const times = { startsAt: now, deadline: now + DAY, produceBy: now + 90 * DAY };
  await world.db.insert(crowdfunds).values({ ...campaign, ...times, state: 'funding' });
  await world.db.transaction((tx) => scheduleCrowdfund(tx, { ...campaign, ...times }));
  const people = [await buyer(world), await buyer(world)] as const;
  return {
    courseIds,
    people,
    mentor,
    staff: await person(world, { isStaff: true }),
    couponId: await coupon(world, 50),
  };
}

const IN_FORCE: readonly string[] = ['paid', 'refunding', 'settled'];

/** Asserts that exactly the buyers who paid have a course, and that seats are not exceeded. */
export async function checkCourses(world: World, { courseIds, people }: Market): Promise<void> {
  for (const courseId of courseIds) {
    const [course] = await world.db.select().from(courses).where(eq(courses.id, courseId));
    const [campaign] = await world.db.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId));
    const isThere = campaign === undefined || campaign.state === 'producing' || campaign.state === 'published';
    const bought = await world.db.select().from(orders).where(eq(orders.itemId, courseId));
    const having = await world.db
      .select()
      .from(enrollments)
      .where(and(eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)));
    for (const { id } of people) {
      const paid = bought.filter(({ buyerId, status }) => buyerId === id && IN_FORCE.includes(status));
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(having.filter(({ memberId }) => memberId === id)).toHaveLength(isThere ? paid.length : 0);
    }
    expect(having.length).toBeLessThanOrEqual(seatsOf(course));
  }
}

const seatsOf = (course: CourseRow | undefined): number => course?.seats ?? Number.POSITIVE_INFINITY;

/** Asserts that coupons are claimed as often as counted, and that each applies to at most one order in force. */
export async function checkCoupons(world: World): Promise<void> {
  const kinds = await world.db.select().from(coupons);
  const had = await world.db
    .select({ mine: couponMembers, status: orders.status })
    .from(couponMembers)
    .leftJoin(orders, eq(orders.id, couponMembers.orderId));
  for (const { id, total, claimed } of kinds) {
    expect(claimed).toBeLessThanOrEqual(total);
    expect(had.filter(({ mine }) => mine.couponId === id)).toHaveLength(claimed);
  }
  for (const { mine, status } of had) {
    const fit = { usable: [null], locked: ['pending'], used: IN_FORCE }[mine.state];
    expect(fit).toContain(status);
  }
}
