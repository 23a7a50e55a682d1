import {
  applyRefund,
  cancelCrowdfund,
  cancelRefund,
  decideRefundRequest,
  getOrder,
  listNotices,
  previewRefund,
  ResultCode,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crowdfunds, members, orders, refunds } from '../db/schema/index.js';
import { AccountKind, balanceOf, FEES } from '../ledger/index.js';
import { campaignIn, backerIn, DAY, EARLY } from '../testing/campaigns.js';
import { attempt, checkBooks } from '../testing/money.js';
import { World } from '../testing/world.js';
import { approveLessons, deliverCrowdfund, scheduleCrowdfunds } from './pledges.js';

type Campaign = Awaited<ReturnType<typeof campaignIn>>;
type Backer = Awaited<ReturnType<typeof backerIn>>;

/** Pledges of two backers less the platform's share. */
const SHARE = 108_000;

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
beforeAll(async () => {
  world = await World.start();
  staff = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const pass = (days: number): Promise<void> => world.advanceTo(world.clock.now() + days * DAY);
const kindsOf = async ({ token }: { readonly token: string }): Promise<readonly string[]> =>
  (await world.call(listNotices, {}, { token })).data.list.map(({ kind }) => kind);
const textsOf = async ({ token }: { readonly token: string }): Promise<string> =>
  (await world.call(listNotices, {}, { token })).data.list.map(({ text }) => text).join('\n');

async function reached(): Promise<{ readonly campaign: Campaign; readonly backers: readonly [Backer, Backer] }> {
  const campaign = await campaignIn(world);
  return { campaign, backers: [await backerIn(world, campaign.courseId), await backerIn(world, campaign.courseId)] };
}

/** A campaign whose lessons were promised 55 days after its deadline, and are overdue. */
async function overdue() {
  const all = await reached();
  await pass(5);
  await pass(55);
  return all;
}

const ask = ({ token, no }: Backer) =>
  world.call(applyRefund, { order_no: no, reason: '等太久了', client_token: attempt() }, { token });
const decide = async ({ no }: Backer, isPassed: boolean) => {
  const [row] = await world.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.orderNo, no));
  const body = { id: String(row?.id), pass: isPassed, reason: '再等一週', client_token: attempt() };
  return world.call(decideRefundRequest, body, staff);
};

test('lessons that were approved before the deadline count: the campaign that is reached is delivered at its end', async () => {
  const { campaign, backers } = await reached();
  await world.db.transaction((tx) => approveLessons(tx, { courseId: campaign.courseId, now: world.clock.now() }));
  expect((await campaign.row())?.state).toBe('funding');
  await pass(5);
  expect((await campaign.row())?.state).toBe('published');
  expect(await campaign.of(AccountKind.Frozen)).toBe(SHARE);
  expect(await kindsOf(backers[0])).toContain('pledge-delivered');
  await pass(7);
  expect([await campaign.of(AccountKind.Frozen), await campaign.of(AccountKind.Earnings)]).toEqual([0, SHARE]);
  expect(await backers[0].status()).toBe('settled');
});

test('lessons that were approved before the deadline of one that is short give everybody their money back', async () => {
  const campaign = await campaignIn(world);
  const one = await backerIn(world, campaign.courseId);
  await world.db.transaction((tx) => approveLessons(tx, { courseId: campaign.courseId, now: world.clock.now() }));
  await pass(5);
  expect([(await campaign.row())?.state, await one.balance()]).toEqual(['failed', EARLY]);
});

test('a campaign whose lessons were approved, and which waits all the same, is delivered by its next check', async () => {
  const { campaign } = await reached();
  await pass(5);
  expect((await campaign.row())?.state).toBe('producing');
  const lessonsApprovedAt = world.clock.now();
  await world.db.update(crowdfunds).set({ lessonsApprovedAt }).where(eq(crowdfunds.courseId, campaign.courseId));
  await pass(41);
  expect((await campaign.row())?.state).toBe('published');
});

describe('the day by which lessons are promised', () => {
  test('is told to the mentor two weeks and three days before, once each', async () => {
    const { campaign } = await reached();
    const remindersOf = async () => (await kindsOf(campaign.mentor)).filter((kind) => kind === 'campaign-due').length;
    await pass(5);
    await pass(40);
    expect(await remindersOf()).toBe(0);
    await pass(1);
    await world.db.transaction((tx) => scheduleCrowdfunds(tx));
    await world.parts.idle();
    expect(await remindersOf()).toBe(1);
    const day = new Date((await campaign.row())!.produceBy).toISOString().slice(0, 10);
    expect(await textsOf(campaign.mentor)).toContain(day);
    await pass(11);
    expect(await remindersOf()).toBe(2);
    await world.db.transaction((tx) => deliverCrowdfund(tx, { courseId: campaign.courseId, now: world.clock.now() }));
    await pass(40);
    expect(await kindsOf(campaign.mentor)).not.toContain('campaign-overdue');
  });

  test('lets backers ask for their money back once it has passed, and not before', async () => {
    const { campaign, backers } = await reached();
    await pass(5);
    const [one] = backers;
    expect((await ask(one)).data.reason).toBe('state-changed');
    await pass(55);
    expect((await kindsOf(campaign.mentor))[0]).toBe('campaign-overdue');
    expect((await kindsOf(one))[0]).toBe('pledge-overdue');
    const view = (await world.call(getOrder, { order_no: one.no }, { token: one.token })).data;
    expect(view.actions).toContain('refund');
    const preview = (await world.call(previewRefund, { order_no: one.no }, { token: one.token })).data;
    expect(preview).toMatchObject({ refundable_cents: EARLY, fee_cents: 0, days: 30 });
    expect(Date.parse(preview.until) - world.clock.now()).toBe(30 * DAY);

    const fees = await balanceOf(world.db, FEES);
    expect((await ask(one)).code).toBe(ResultCode.Ok);
    expect((await decide(one, true)).code).toBe(ResultCode.Ok);
    expect([await one.status(), await one.balance(), await one.owns()]).toEqual(['refunded', EARLY, false]);
    expect(await campaign.of(AccountKind.Frozen)).toBe(SHARE / 2);
    expect(await balanceOf(world.db, FEES)).toBe(fees - (EARLY - SHARE / 2));
  });

  test('ends a campaign 30 days later: everybody has their money back, also who has asked for it', async () => {
    const { campaign, backers } = await overdue();
    const [patient, impatient] = backers;
    await ask(impatient);
    await pass(29);
    expect((await campaign.row())?.state).toBe('producing');
    await pass(1);
    expect(await campaign.row()).toMatchObject({ state: 'cancelled', settledAt: world.clock.now() });
    for (const one of [patient, impatient]) {
      expect([await one.status(), await one.balance(), await one.owns()]).toEqual(['refunded', EARLY, false]);
      expect((await kindsOf(one))[0]).toBe('pledge-overdue-returned');
    }
    expect([await campaign.of(AccountKind.Frozen), await campaign.of(AccountKind.Earnings)]).toEqual([0, 0]);
    expect((await kindsOf(campaign.mentor))[0]).toBe('campaign-expired');
    expect((await decide(impatient, true)).data.reason).toBe('state-changed');
    const asked = (await world.call(getOrder, { order_no: impatient.no }, { token: impatient.token })).data.refund;
    expect(asked).toMatchObject({ state: 'success' });
  });

  test('is met late: who asked and is refused, or waits after all, pays the mentor with the others', async () => {
    const { campaign, backers } = await overdue();
    for (const one of backers) await ask(one);
    await world.db.transaction((tx) => deliverCrowdfund(tx, { courseId: campaign.courseId, now: world.clock.now() }));
    const [refused, takenBack] = backers;
    expect((await decide(refused, false)).code).toBe(ResultCode.Ok);
    const body = { order_no: takenBack.no, client_token: attempt() };
    expect((await world.call(cancelRefund, body, { token: takenBack.token })).code).toBe(ResultCode.Ok);
    await pass(7);
    expect([await campaign.of(AccountKind.Frozen), await campaign.of(AccountKind.Earnings)]).toEqual([0, SHARE]);
    await pass(60);
    expect((await campaign.row())?.state).toBe('published');
  });

  test('counts for a campaign that nobody has scheduled, from the day on which it is noticed', async () => {
    const { campaign } = await reached();
    await pass(5);
    const longAgo = world.clock.now() - 90 * DAY;
    await world.db.update(crowdfunds).set({ produceBy: longAgo }).where(eq(crowdfunds.courseId, campaign.courseId));
    await world.db.transaction((tx) => scheduleCrowdfunds(tx));
    await world.parts.idle();
    expect((await campaign.row())?.cancelAt).toBe(world.clock.now() + 30 * DAY);
    await pass(30);
    expect((await campaign.row())?.state).toBe('cancelled');
  });

  test('is of no matter once the mentor has given the campaign up, which gives back what was asked for as well', async () => {
    const { campaign, backers } = await overdue();
    await ask(backers[0]);
    const body = { course_id: String(campaign.courseId), reason: '做不出來', client_token: attempt() };
    const cancelled = await world.call(cancelCrowdfund, body, { token: campaign.mentor.token });
    expect(cancelled.data.refunded).toBe(2);
    for (const one of backers) expect([await one.status(), await one.balance()]).toEqual(['refunded', EARLY]);
    await pass(30);
    expect(await kindsOf(campaign.mentor)).not.toContain('campaign-expired');
  });
});
