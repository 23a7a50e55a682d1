import {
  applyRefund,
  createOrder,
  FailureReason,
  FieldProblem,
  getOrder,
  Identity,
  previewOrder,
  ResultCode,
} from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobs, members, orders, type OrderRow } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { AccountKind, balanceOf, FEES, moneyOf, moving } from '../ledger/index.js';
import { registerPurchasable, soldByOrders, type Purchasable } from '../purchasables/index.js';
import { mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, givePayPassword, payIn } from '../testing/money.js';
import { overtaken } from '../testing/races.js';
import { World } from '../testing/world.js';
import { decideRefund, openRefunds } from './index.js';
import { EXPIRE_JOB, payOrder } from './orders.js';

const DAY = 86_400_000;
const MINUTE = 60_000;
const PRICE = 10_000;

/** An event with tickets in two sections, as a feature would keep it. */
interface Event {
  readonly hostId: number;
  readonly at: number;
  readonly seats: Readonly<Record<string, number>>;
}
const events = new Map<number, Event>();
/** Tickets that were delivered, by order number. */
const delivered = new Map<string, number>();

const eventOf = (id: number | null | undefined): Event => {
  const event = events.get(id ?? 0);
  if (event === undefined) throw new ApiFailure(FailureReason.NotFound);
  return event;
};
const done = (): Promise<void> => Promise.resolve();

/** A type that only this test knows: several seats in a section of an event, also for companies. */
const TICKET: Purchasable = {
  type: 'stand',
  terms: { feePercent: 20, isDiscountable: false, isPaidFromWallet: true, hasInvoice: true },
  whoMayBuy: {
    identities: [Identity.Person, Identity.Enterprise],
    check: (_db, { id }, { sellerId }) => Promise.resolve(id === sellerId ? FailureReason.NotForSale : undefined),
  },
  quote: async (_db, { id, sku, quantity }, now) => {
    const { hostId: sellerId, at, seats } = eventOf(id);
    if (seats[sku] === undefined) throw badField('item.sku', FieldProblem.Unknown);
    if (at <= now) throw new ApiFailure(FailureReason.NotForSale);
    return {
      ...{ itemType: 'stand', itemId: id ?? 0, sku, quantity, sellerId, titleZh: '票', titleEn: 'Ticket', cover: '' },
      ...{ amountCents: quantity * PRICE, stockKey: `stand ${id} ${sku}`, oncePerBuyer: false },
    };
  },
  reserve: {
    limit: (_db, { itemId, sku }) => Promise.resolve(eventOf(itemId).seats[sku] ?? 0),
    // A real feature locks the row of its event.
    lock: async (tx, { itemId }) => {
      const { hostId } = eventOf(itemId);
      await tx.select({ id: members.id }).from(members).where(eq(members.id, hostId)).for('no key update');
    },
    sold: soldByOrders,
  },
  onPaid: {
    check: () => Promise.resolve(undefined),
    book: ({ sellerId, payableCents, feeCents }, source) => ({
      business: 'order',
      postings: moving([
        { account: source, amount: -payableCents },
        { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: payableCents - feeCents },
        { account: FEES, amount: feeCents },
      ]),
    }),
  },
  fulfil: async (_tx, { orderNo, quantity }) => void delivered.set(orderNo, quantity),
  payout: { releaseAt: (_db, { itemId }) => Promise.resolve(eventOf(itemId).at + DAY), isImmediate: false },
  refund: {
    days: 0,
    until: ({ releaseAt }: OrderRow) => (releaseAt === null ? undefined : releaseAt - 2 * DAY),
    revoke: async (_tx, { orderNo }) => void delivered.delete(orderNo),
  },
  view: { hasPage: false, usageOf: () => Promise.resolve(new Map()) },
  notifications: { paid: done, refundRequested: done, refunded: done },
};

let world: World;
let unregister: () => void;
beforeAll(async () => {
  world = await World.start();
  unregister = registerPurchasable(TICKET);
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
  unregister();
});

let id: number;
let hostId: number;
beforeEach(async () => {
  hostId = (await mentorIn(world)).id;
  id = events.size + 1;
  events.set(id, { hostId, at: world.clock.now() + 30 * DAY, seats: { floor: 4, balcony: 30 } });
});

const wanted = (sku = 'floor', quantity = 1) => ({ type: 'stand', id: String(id), sku, quantity });
const order = (token: string, sku?: string, quantity?: number) =>
  world.call(createOrder, { item: wanted(sku, quantity), client_token: attempt() }, { token });
const preview = (token: string, sku?: string, quantity?: number) =>
  world.call(previewOrder, { item: wanted(sku, quantity) }, { token });

async function buyer(identity: Identity = Identity.Person) {
  const { token, member } = await world.member();
  const memberId = Number(member.id);
  await giveMoney(world, member.id, 10 * PRICE);
  await givePayPassword(world, member.id);
  await world.db.update(members).set({ identity }).where(eq(members.id, memberId));
  return { token, id: memberId };
}

const earned = (kind: AccountKind) => balanceOf(world.db, moneyOf(hostId, kind));

test('a type that a feature registers is quoted, ordered, paid, delivered, refunded and paid out', async () => {
  const [company, person] = [await buyer(Identity.Enterprise), await buyer()];
  const sums = await preview(company.token, 'floor', 3);
  expect(sums.data).toMatchObject({
    item: { type: 'stand', id: String(id), sku: 'floor', quantity: 3, title: '票', cover: '' },
    ...{ amount_cents: 3 * PRICE, payable_cents: 3 * PRICE, point_max: 0 },
  });
  const made = await order(company.token, 'floor', 3);
  expect(made).toMatchObject({ code: ResultCode.Ok, data: { status: 'pending', payable_cents: 3 * PRICE } });
  // Three of four are held, though nothing is paid.
  expect((await preview(person.token, 'floor', 2)).data.reason).toBe('sold-out');
  expect((await payIn(world, company.token, made.data.order_no)).code).toBe(ResultCode.Ok);
  expect(delivered.get(made.data.order_no)).toBe(3);
  const kept = await order(person.token, 'floor', 1);
  expect((await payIn(world, person.token, kept.data.order_no)).code).toBe(ResultCode.Ok);
  expect(await earned(AccountKind.Frozen)).toBe(0.8 * 4 * PRICE);

  const { data } = await world.call(getOrder, { order_no: made.data.order_no }, { token: company.token });
  expect(data).toMatchObject({ item: { sku: 'floor', quantity: 3 }, actions: ['refund', 'invoice'] });
  expect(data.refund_until).toBe(new Date(eventOf(id).at - DAY).toISOString());
  const asked = { order_no: made.data.order_no, reason: '臨時有事', client_token: attempt() };
  expect((await world.call(applyRefund, asked, { token: company.token })).code).toBe(ResultCode.Ok);
  const [open] = (await openRefunds(world.db)).filter((one) => one.order.orderNo === made.data.order_no);
  expect(open).toMatchObject({ percent: 0, certificateNo: null });
  const decision = { id: open?.refund.id ?? 0, pass: true, reason: '', now: world.clock.now() };
  await world.db.transaction((tx) => decideRefund(tx, decision));
  expect(delivered.has(made.data.order_no)).toBe(false);
  expect(await balanceOf(world.db, moneyOf(company.id))).toBe(10 * PRICE);
  // The seats of the refunded order are on sale again.
  expect((await preview(person.token, 'floor', 3)).code).toBe(ResultCode.Ok);

  world.clock.advance(31 * DAY - MINUTE);
  await world.parts.idle();
  expect([await earned(AccountKind.Frozen), await earned(AccountKind.Earnings)]).toEqual([0.8 * PRICE, 0]);
  world.clock.advance(MINUTE);
  await world.parts.idle();
  expect([await earned(AccountKind.Frozen), await earned(AccountKind.Earnings)]).toEqual([0, 0.8 * PRICE]);
});

test('a type refuses what it does not sell, and to whom', async () => {
  const { token } = await buyer(Identity.Enterprise);
  expect((await preview(token, 'stage')).data.errors).toEqual({ 'item.sku': 'unknown' });
  const course = await world.call(previewOrder, { item: { type: 'course', id: '1' } }, { token });
  expect(course.data.reason).toBe('wrong-role');
  const nothing = await world.call(previewOrder, { item: { type: 'nothing', id: '1' } }, { token });
  expect(nothing.data.errors).toEqual({ 'item.type': 'unknown' });
});

test('of 100 buyers who order at once for 30 seats, nobody gets a seat that another has', async () => {
  const people: { readonly token: string }[] = [];
  // Buyers are set up in small groups, because each of them costs several password hashes.
  while (people.length < 100) people.push(...(await Promise.all(Array.from({ length: 5 }, () => buyer()))));
  const answers = await Promise.all(people.map(({ token }, index) => order(token, 'balcony', 1 + (index % 3))));
  const got = await world.db
    .select({ quantity: orders.quantity })
    .from(orders)
    .where(and(eq(orders.stockKey, `stand ${id} balcony`), inArray(orders.status, ['pending', 'paid'])));
  expect(got.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(30);
  // A refused order of three may leave up to two seats, which an order of one takes.
  expect(got.reduce((sum, { quantity }) => sum + quantity, 0)).toBeGreaterThanOrEqual(28);
  const refused = answers.filter(({ code }) => code !== ResultCode.Ok);
  expect(got.length + refused.length).toBe(100);
  expect(new Set(refused.map(({ data }) => data.reason))).toEqual(new Set(['sold-out']));
});

test('seats of an unpaid order are free after 30 minutes, whether or not a job has cancelled it', async () => {
  const [slow, next] = [await buyer(), await buyer()];
  const made = await order(slow.token, 'floor', 4);
  await world.db.delete(jobs).where(eq(jobs.kind, EXPIRE_JOB));
  world.clock.advance(30 * MINUTE - 1);
  expect((await order(next.token, 'floor', 4)).data.reason).toBe('sold-out');
  world.clock.advance(1);
  expect((await order(next.token, 'floor', 4)).code).toBe(ResultCode.Ok);
  const { data } = await world.call(getOrder, { order_no: made.data.order_no }, { token: slow.token });
  expect(data.status).toBe('cancelled');
});

test('a payment at the last moment keeps its seats, though the next buyer comes after the deadline', async () => {
  const [slow, next] = [await buyer(), await buyer()];
  const made = await order(slow.token, 'floor', 4);
  await world.db.delete(jobs).where(eq(jobs.kind, EXPIRE_JOB));
  const [row] = await world.db.select().from(orders).where(eq(orders.orderNo, made.data.order_no));
  world.clock.advance(30 * MINUTE);
  const paying = { orderId: row?.id ?? 0, channel: 'balance', source: moneyOf(slow.id), now: world.clock.now() - 1 };
  const answer = await overtaken(
    world,
    (tx) => payOrder(tx, paying),
    () => order(next.token, 'floor', 4),
  );
  expect(answer.data.reason).toBe('sold-out');
  expect(delivered.get(made.data.order_no)).toBe(4);
});
