import { FailureReason } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAMPAIGN, moveCampaign } from '../crowdfund/lifecycle.js';
import { crowdfunds, orders, refunds } from '../db/schema/index.js';
import { IllegalTransitionError, type Lifecycle } from '../lifecycle/index.js';
import { campaignIn } from '../testing/campaigns.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { orderIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { moveOrder, moveRefund, ORDER, REFUND, REFUND_TRANSFER } from './lifecycle.js';
import { orderOf } from './orders.js';

/** Every state with every event: the state that follows, and null where the event is refused. */
const all = <S extends string, E extends string>(life: Lifecycle<S, E>) =>
  Object.fromEntries(
    life.states.map((state) => [
      state,
      Object.fromEntries(life.events.map((event) => [event, life.can(state, event) ? life.next(state, event) : null])),
    ]),
  );
const casesOf = <S extends string, E extends string>({ states, events }: Lifecycle<S, E>) =>
  states.flatMap((state) => events.map((event) => ({ state, event })));

const ORDERS = {
  pending: ['paid', 'cancelled', null, null, null, null, null],
  paid: [null, null, 'refunding', 'refunded', 'settled', null, null],
  refunding: [null, null, null, 'refunded', null, 'paid', 'refunded'],
  cancelled: [null, null, null, null, null, null, null],
  refunded: [null, null, null, null, null, null, null],
  settled: [null, null, null, null, null, null, null],
} as const;

describe('the tables', () => {
  it('hold the whole life of an order', () => {
    expect(ORDER.events).toEqual(['pay', 'cancel', 'request-refund', 'revoke', 'settle', 'keep', 'grant-refund']);
    const lines = Object.entries(all(ORDER)).map(([state, row]) => [state, Object.values(row)]);
    expect(Object.fromEntries(lines)).toEqual(ORDERS);
  });

  it('hold the whole life of a request for a refund', () => {
    const none = { grant: null, refuse: null, withdraw: null };
    expect(all(REFUND)).toEqual({
      applying: { grant: 'success', refuse: 'failed', withdraw: 'cancelled' },
      success: none,
      failed: none,
      cancelled: none,
    });
  });

  it('hold the whole life of a refund on its way through a provider', () => {
    const none = { send: null, settle: null, fail: null, retry: null, credit: null, return: null };
    expect(all(REFUND_TRANSFER)).toEqual({
      requested: { ...none, send: 'sent', settle: 'settled', fail: 'failed' },
      sent: { ...none, settle: 'settled', fail: 'failed' },
      settled: { ...none, fail: 'failed' },
      failed: { ...none, retry: 'requested', credit: 'credited', return: 'returned' },
      credited: none,
      returned: none,
    });
  });

  it('hold the whole life of a campaign', () => {
    const none = { open: null, reach: null, miss: null, cancel: null, deliver: null };
    expect(all(CAMPAIGN)).toEqual({
      draft: { ...none, open: 'funding' },
      funding: { ...none, reach: 'producing', miss: 'failed', cancel: 'cancelled' },
      producing: { ...none, deliver: 'published', cancel: 'cancelled' },
      published: none,
      failed: none,
      cancelled: none,
    });
  });
});

describe('rows follow their table', () => {
  let world: World;
  let orderId: number;
  let courseId: number;
  beforeAll(async () => {
    world = await World.start();
    const { token, member } = await world.member();
    const { id } = await courseIn(world, { mentorId: (await mentorIn(world)).id });
    orderId = (await orderOf(world.db, Number(member.id), await orderIn(world, token, id))).id;
    ({ courseId } = await campaignIn(world));
  });
  afterAll(() => world.close());

  const refused = async (move: Promise<unknown>) => {
    await expect(move).rejects.toBeInstanceOf(IllegalTransitionError);
    await expect(move).rejects.toMatchObject({ data: { reason: FailureReason.StateChanged } });
  };

  it.each(casesOf(ORDER))('an order that is $state, at $event', async ({ state, event }) => {
    const own = eq(orders.id, orderId);
    await world.db.update(orders).set({ status: state, cancelReason: 'before' }).where(own);
    const move = world.db.transaction((tx) => moveOrder(tx, orderId, event, { cancelReason: 'after' }));
    const isLegal = ORDER.can(state, event);
    if (isLegal) await move;
    else await refused(move);
    const [row] = await world.db.select().from(orders).where(own);
    expect([row?.status, row?.cancelReason]).toEqual(isLegal ? [ORDER.next(state, event), 'after'] : [state, 'before']);
  });

  it.each(casesOf(REFUND))('a request for a refund that is $state, at $event', async ({ state, event }) => {
    const facts = { orderId, amountCents: 1, reason: '', appliedAt: 1, state };
    const [made] = await world.db.insert(refunds).values(facts).returning();
    const own = eq(refunds.id, made!.id);
    const move = world.db.transaction((tx) => moveRefund(tx, made!.id, event, { answer: 'so be it' }));
    const isLegal = REFUND.can(state, event);
    if (isLegal) await move;
    else await refused(move);
    const [row] = await world.db.delete(refunds).where(own).returning();
    expect([row?.state, row?.answer]).toEqual(isLegal ? [REFUND.next(state, event), 'so be it'] : [state, '']);
  });

  it.each(casesOf(CAMPAIGN))('a campaign that is $state, at $event', async ({ state, event }) => {
    const own = eq(crowdfunds.courseId, courseId);
    await world.db.update(crowdfunds).set({ state, settledAt: null }).where(own);
    const move = world.db.transaction((tx) => moveCampaign(tx, courseId, event, { settledAt: 5 }));
    const isLegal = CAMPAIGN.can(state, event);
    if (isLegal) await move;
    else await refused(move);
    const [row] = await world.db.select().from(crowdfunds).where(own);
    expect([row?.state, row?.settledAt]).toEqual(isLegal ? [CAMPAIGN.next(state, event), 5] : [state, null]);
  });

  it('of an unknown row nothing is moved', async () => {
    await expect(world.db.transaction((tx) => moveOrder(tx, 0, 'pay'))).rejects.toThrow('there is no order 0');
  });
});
