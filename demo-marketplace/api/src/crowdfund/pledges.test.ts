import { createOrder, getOrder, listWallet, previewOrder } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { couponMembers, coupons, crowdfunds } from '../db/schema/index.js';
import { AccountKind, balanceOf, moneyOf } from '../ledger/index.js';
import { backerIn, campaignIn, DAY, EARLY } from '../testing/campaigns.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  givePoints,
  goToPay,
  orderIn,
  payIn,
  press,
  providerRefundOf,
} from '../testing/money.js';
import { World } from '../testing/world.js';
import { deliverCrowdfund, scheduleCrowdfunds, settleCrowdfund } from './pledges.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const campaign = (values?: Partial<typeof crowdfunds.$inferInsert>) => campaignIn(world, values);
const backer = (courseId: number) => backerIn(world, courseId);

describe('a pledge', () => {
  test('costs the early price and is counted; the money is the mentor’s only when enough have pledged', async () => {
    const { courseId, row, pledged, of } = await campaign();
    const one = await backer(courseId);
    expect(one.answer.code).toBe(1);
    expect(await row()).toMatchObject({ reachedN: 1, reachedCents: EARLY, state: 'funding' });
    expect([await pledged(), await of(AccountKind.Frozen), await one.owns()]).toEqual([EARLY, 0, false]);
    const view = (await world.call(getOrder, { order_no: one.no }, { token: one.token })).data;
    expect(view).toMatchObject({ item: { type: 'crowdfund' }, actions: ['enter', 'invoice'], refund_until: null });
    const item = { type: 'course', id: String(courseId) } as const;
    const again = await world.call(createOrder, { item, client_token: attempt() }, { token: one.token });
    expect(again.data.reason).toBe('already-owned');
  });

  test('is paid in full: neither coupon nor points count', async () => {
    const { courseId } = await campaign();
    const { token, member } = await world.member();
    await givePoints(world, member.id, 5_000);
    const now = world.clock.now();
    const facts = {
      titleZh: '折',
      kind: 'fixed',
      value: 100,
      total: 1,
      startsAt: now,
      endsAt: now + DAY,
      createdAt: now,
    };
    const [coupon] = await world.db
      .insert(coupons)
      .values({ ...facts, kind: 'fixed' })
      .returning();
    const mine = { couponId: coupon!.id, memberId: Number(member.id), claimedAt: now };
    await world.db.insert(couponMembers).values(mine);
    const item = { type: 'course', id: String(courseId) } as const;
    const { data } = await world.call(previewOrder, { item }, { token });
    expect(data).toMatchObject({
      payable_cents: EARLY,
      list_cents: 100_000,
      point_max: 0,
      coupons: [{ off_cents: 0, problem: 'not-here' }],
    });
  });

  test('is taken from its beginning until its deadline', async () => {
    const now = world.clock.now();
    const reasonOf = async (values: Partial<typeof crowdfunds.$inferInsert>) => {
      const { courseId } = await campaign(values);
      const { token } = await world.member();
      const item = { type: 'course', id: String(courseId) } as const;
      return (await world.call(createOrder, { item, client_token: attempt() }, { token })).data.reason;
    };
    expect(await reasonOf({ startsAt: now + 1 })).toBe('not-for-sale');
    expect(await reasonOf({ startsAt: now - 2, deadline: now })).toBe('not-for-sale');
    for (const state of ['draft', 'producing', 'failed', 'cancelled'] as const) {
      expect(await reasonOf({ state })).toBe('not-for-sale');
    }
    expect(await reasonOf({ state: 'published' })).toBeUndefined();
  });

  test('that is ordered before the deadline and paid after it goes back', async () => {
    const { courseId, deadline, row } = await campaign();
    world.clock.advance(deadline - world.clock.now() - 60_000);
    const { token, member } = await world.member();
    const no = await orderIn(world, token, courseId);
    const path = await goToPay(world, token, no);
    world.clock.advance(120_000);
    await world.parts.idle();
    await press(world, path, 'success');
    expect([await balanceOf(world.db, moneyOf(Number(member.id))), await providerRefundOf(world, no)]).toEqual([
      0,
      EARLY,
    ]);
    expect(await row()).toMatchObject({ reachedN: 0, reachedCents: 0, state: 'failed' });
  });
});

describe('at the deadline', () => {
  test('a campaign that is short gives everybody their money back', async () => {
    const { courseId, row, pledged, of } = await campaign();
    const one = await backer(courseId);
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('failed');
    expect([await one.status(), await one.balance(), await one.owns()]).toEqual(['refunded', EARLY, false]);
    expect([await pledged(), await of(AccountKind.Frozen)]).toEqual([0, 0]);
    const { data } = await world.call(listWallet, { scope: 'user', biz: 'refund' }, { token: one.token });
    expect(data.list).toMatchObject([{ amount_cents: EARLY, order_no: one.no }]);
  });

  test('a campaign that has reached its people lets them learn; the mentor earns seven days after the course is there', async () => {
    const { courseId, row, pledged, of } = await campaign();
    const backers = [await backer(courseId), await backer(courseId)];
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('producing');
    for (const one of backers) {
      expect([await one.status(), await one.balance(), await one.owns()]).toEqual(['paid', 0, true]);
    }
    expect([await pledged(), await of(AccountKind.Frozen)]).toEqual([0, 108_000]);
    // Production may take any time.
    world.clock.advance(30 * DAY);
    await world.parts.idle();
    expect(await of(AccountKind.Earnings)).toBe(0);
    const delivery = { courseId, now: world.clock.now() };
    await Promise.all([
      world.db.transaction((tx) => deliverCrowdfund(tx, delivery)),
      world.db.transaction((tx) => deliverCrowdfund(tx, delivery)),
    ]);
    // A late retry of the campaign's end must not undo the delivery.
    await world.db.transaction((tx) => settleCrowdfund(tx, courseId, delivery.now));
    expect((await row())?.state).toBe('published');
    world.clock.advance(7 * DAY - 1);
    await world.parts.idle();
    expect(await of(AccountKind.Earnings)).toBe(0);
    world.clock.advance(1);
    await world.parts.idle();
    expect([await of(AccountKind.Frozen), await of(AccountKind.Earnings)]).toEqual([0, 108_000]);
  });

  test('an amount counts in cents, to the cent', async () => {
    const enough = await campaign({ targetType: 'amount', target: EARLY });
    const short = await campaign({ targetType: 'amount', target: EARLY + 1 });
    await backer(enough.courseId);
    await backer(short.courseId);
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect([(await enough.row())?.state, (await short.row())?.state]).toEqual(['producing', 'failed']);
  });

  test('a campaign ends once, whoever else ends it at the same time', async () => {
    const { courseId, deadline } = await campaign();
    const one = await backer(courseId);
    const ends = [1, 2, 3].map(() => world.db.transaction((tx) => settleCrowdfund(tx, courseId, deadline)));
    await Promise.all(ends);
    expect(await one.balance()).toBe(EARLY);
  });

  test('a deadline that was moved counts as it is now', async () => {
    const { courseId, deadline, row } = await campaign();
    await world.db
      .update(crowdfunds)
      .set({ deadline: deadline + DAY })
      .where(eq(crowdfunds.courseId, courseId));
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('funding');
    world.clock.advance(DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('failed');
  });

  test('a campaign ends that nobody has scheduled, as seeds and older versions leave them', async () => {
    const { row } = await campaign({ deadline: world.clock.now() + DAY });
    await world.db.transaction((tx) => scheduleCrowdfunds(tx));
    await world.db.transaction((tx) => scheduleCrowdfunds(tx));
    world.clock.advance(DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('failed');
  });
});

test('pledges that race the end of their campaign are either counted or given back', async () => {
  const { courseId, deadline, row, pledged } = await campaign({ target: 1 });
  world.clock.advance(deadline - world.clock.now() - 1);
  const people = [];
  for (let n = 0; n < 4; n += 1) {
    const { token, member } = await world.member();
    await giveMoney(world, member.id, EARLY);
    people.push({ token, id: Number(member.id), no: await orderIn(world, token, courseId) });
  }
  await Promise.all([
    ...people.map(({ token, no }) => payIn(world, token, no)),
    world.db.transaction((tx) => settleCrowdfund(tx, courseId, deadline)),
  ]);
  const { reachedN, state } = (await row())!;
  const balances = await Promise.all(people.map(({ id }) => balanceOf(world.db, moneyOf(id))));
  if (state === 'producing') expect(balances.filter((cents) => cents === 0)).toHaveLength(reachedN);
  else expect(balances).toEqual([EARLY, EARLY, EARLY, EARLY]);
  expect(await pledged()).toBe(0);
});
