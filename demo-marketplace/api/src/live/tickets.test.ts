import {
  applyRefund,
  cancelSession,
  checkIn,
  createOrder,
  formatDate,
  getLive,
  getOrder,
  listAttendees,
  listMyTickets,
  previewOrder,
  rescheduleSession,
  ResultCode,
  SITE_TIME_ZONE,
  type LiveDocument,
} from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  attendance,
  couponMembers,
  coupons,
  jobs,
  liveSessions,
  orders,
  sessions,
  tickets,
  ticketTypes,
} from '../db/schema/index.js';
import { AccountKind, balanceOf, moneyOf } from '../ledger/index.js';
import { payOrder } from '../orders/index.js';
import { mentorIn } from '../testing/courses.js';
import { documentAt, liveIn, packageAt } from '../testing/lives.js';
import { attempt, checkBooks, giveMoney, givePayPassword, givePoints, payIn } from '../testing/money.js';
import { overtaken } from '../testing/races.js';
import { World } from '../testing/world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PRICE = 10_000;
const iso = (at: number): string => new Date(at).toISOString();

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

type Live = Awaited<ReturnType<typeof liveIn>>;
let mentor: { readonly token: string; readonly id: number };
beforeEach(async () => {
  mentor = await mentorIn(world);
});

async function buyer() {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, 100 * PRICE);
  await givePayPassword(world, member.id);
  return { token, id: Number(member.id) };
}
const itemOf = ({ no, types }: Live, quantity = 1, at = 0) => ({
  ...{ type: 'ticket', id: no, sku: String(types[at]), quantity },
});
const order = ({ token }: { token: string }, live: Live, quantity?: number, at?: number) =>
  world.call(createOrder, { item: itemOf(live, quantity, at), client_token: attempt() }, { token });

/** Orders and pays; resolves with the number of the order. */
async function buy(person: { token: string }, live: Live, quantity?: number, at?: number): Promise<string> {
  const made = await order(person, live, quantity, at);
  expect(made).toMatchObject({ code: ResultCode.Ok });
  expect(await payIn(world, person.token, made.data.order_no)).toMatchObject({ code: ResultCode.Ok });
  return made.data.order_no;
}
const statusOf = async ({ token }: { token: string }, order_no: string) =>
  (await world.call(getOrder, { order_no }, { token })).data;
const frozen = () => balanceOf(world.db, moneyOf(mentor.id, AccountKind.Frozen));
const earned = () => balanceOf(world.db, moneyOf(mentor.id, AccountKind.Earnings));
const advanceTo = async (at: number): Promise<void> => {
  // Nobody has to log in again after weeks.
  await world.db.update(sessions).set({ expiresAt: at + DAY });
  world.clock.advance(at - world.clock.now());
  await world.parts.idle();
};
const timesOf = async (sessionId: number) => {
  const [row] = await world.db.select().from(liveSessions).where(eq(liveSessions.id, sessionId));
  return row!;
};
/** The mentor was in the room for this share of a session. */
async function present(sessionId: number, share: number): Promise<void> {
  const { startAt, endAt } = await timesOf(sessionId);
  const leftAt = startAt + share * (endAt - startAt);
  await world.db.insert(attendance).values({ sessionId, memberId: mentor.id, joinedAt: startAt - MINUTE, leftAt });
}
const twoSessions = (now: number): Partial<LiveDocument> => {
  const [first] = documentAt(now).timeline;
  const second = { ...first!, ref: 'b', start_at: iso(now + 12 * DAY), end_at: iso(now + 12 * DAY + HOUR) };
  return { timeline: [first!, second], packages: [packageAt(now, { sessions: ['a', 'b'] })] };
};

test('a ticket is bought, delivered with a number of its own, shown to its holder and admitted once', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  const no = await buy(person, live, 2);
  const [one, two] = (await world.call(listMyTickets, {}, person)).data.list;
  expect(one).toMatchObject({ state: 'valid', order_no: no, type_name: '一般票', live: { id: live.no } });
  expect(one?.ticket_no).toMatch(/^[A-Z2-7]{16}$/);
  expect(two?.ticket_no).not.toBe(one?.ticket_no);
  const info = (await world.call(getLive, { id: live.no }, person)).data;
  expect(info.tickets).toHaveLength(2);
  expect(info.packages).toMatchObject([{ left: 28 }]);
  expect((await world.call(getLive, { id: live.no }, {})).data.tickets).toEqual([]);

  const { data } = await world.call(listAttendees, { id: live.no }, mentor);
  expect(data.list.map(({ ticket_no }) => ticket_no)).toEqual([one?.ticket_no, two?.ticket_no]);
  const check = () => world.call(checkIn, { ticket_no: one?.ticket_no ?? '' }, mentor);
  const answers = await Promise.all([check(), check()]);
  expect(answers.map(({ data: { reason } }) => reason).toSorted()).toEqual(['ticket-used', undefined]);
  const stranger = await mentorIn(world);
  expect((await world.call(checkIn, { ticket_no: two?.ticket_no ?? '' }, stranger)).data.reason).toBe('not-found');
});

test('a ticket is not admitted outside of its usable days', async () => {
  const now = world.clock.now();
  const live = await liveIn(world, mentor.id, { packages: [packageAt(now, { use_from: '2027-01-25' })] });
  const person = await buyer();
  await buy(person, live);
  const [ticket] = (await world.call(listMyTickets, {}, person)).data.list;
  const check = () => world.call(checkIn, { ticket_no: ticket?.ticket_no ?? '' }, mentor);
  expect((await check()).data.reason).toBe('ticket-unusable');
});

test('tickets are sold within their window, to a limit for each member, and not to the mentor', async () => {
  const now = world.clock.now();
  const later = { sale_start: iso(now + DAY), sale_end: iso(now + 2 * DAY), use_from: '2027-01-25' };
  const live = await liveIn(world, mentor.id, { packages: [packageAt(now, later)] });
  const person = await buyer();
  const reason = async (quantity = 1) => (await order(person, live, quantity)).data.reason;
  expect(await reason()).toBe('sale-not-open');
  await advanceTo(now + DAY);
  expect(await reason(3)).toBe('ticket-limit');
  await buy(person, live);
  expect(await reason(2)).toBe('ticket-limit');
  await buy(person, live);
  expect(await reason()).toBe('ticket-limit');
  expect((await order(mentor, live)).data.reason).toBe('not-for-sale');
  const strange = await world.call(previewOrder, { item: { ...itemOf(live), sku: '999999' } }, person);
  expect(strange.data.errors).toEqual({ 'item.sku': 'unknown' });
  await advanceTo(now + 2 * DAY);
  expect((await order(await buyer(), live)).data.reason).toBe('sale-over');
});

test('the early-bird price holds until its end', async () => {
  const now = world.clock.now();
  const early = { early_price_cents: 6_000, early_until: iso(now + DAY) };
  const live = await liveIn(world, mentor.id, { packages: [packageAt(now, early)] });
  const person = await buyer();
  const price = async () => (await world.call(previewOrder, { item: itemOf(live, 2) }, person)).data.amount_cents;
  await advanceTo(now + DAY - 1);
  expect(await price()).toBe(12_000);
  await advanceTo(now + DAY);
  expect(await price()).toBe(20_000);
});

test('a free ticket is delivered with the order', async () => {
  const free = packageAt(world.clock.now(), { price_cents: 0, original_price_cents: 0 });
  const live = await liveIn(world, mentor.id, { packages: [free] });
  const person = await buyer();
  const made = await order(person, live);
  expect(made.data).toMatchObject({ status: 'paid', payable_cents: 0 });
  expect((await world.call(listMyTickets, {}, person)).data.total).toBe(1);
  expect((await statusOf(person, made.data.order_no)).refund_until).toBeNull();
});

test('of 100 buyers who order at once for 30 seats, 30 get one', async () => {
  const live = await liveIn(world, mentor.id);
  const people: { readonly token: string }[] = [];
  // Buyers are set up in small groups, because each of them costs several password hashes.
  while (people.length < 100) people.push(...(await Promise.all(Array.from({ length: 5 }, () => buyer()))));
  const answers = await Promise.all(people.map((person) => order(person, live)));
  const won = answers.flatMap(({ code, data }, index) =>
    code === ResultCode.Ok ? [{ no: data.order_no, token: people[index]?.token ?? '' }] : [],
  );
  expect(won).toHaveLength(30);
  expect(new Set(answers.flatMap(({ data }) => data.reason ?? []))).toEqual(new Set(['sold-out']));
  await Promise.all(won.map(({ no, token }) => payIn(world, token, no)));
  const [type] = await world.db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.id, live.types[0] ?? 0));
  expect(type?.sold).toBe(30);
  expect(await world.db.$count(tickets, eq(tickets.liveId, live.id))).toBe(30);
  expect((await world.call(getLive, { id: live.no }, {})).data.packages).toMatchObject([{ left: 0, sale: 'sold-out' }]);
});

test('seats are held for 30 minutes, and free again whether or not a job has run', async () => {
  const live = await liveIn(world, mentor.id, { packages: [packageAt(world.clock.now(), { quantity: 1 })] });
  const [slow, next] = [await buyer(), await buyer()];
  const made = await order(slow, live);
  await world.db.delete(jobs).where(eq(jobs.kind, 'order-expire'));
  world.clock.advance(30 * MINUTE - 1);
  expect((await order(next, live)).data.reason).toBe('sold-out');
  world.clock.advance(1);
  expect((await order(next, live)).code).toBe(ResultCode.Ok);
  expect((await payIn(world, slow.token, made.data.order_no)).code).not.toBe(ResultCode.Ok);
});

test('coupons and points reduce the price, and a coupon of a course does not count for a class of the same id', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  await givePoints(world, String(person.id), 1_000);
  const now = world.clock.now();
  const facts = { titleZh: '折', kind: 'percent', value: 50, total: 10, startsAt: now, endsAt: now + DAY } as const;
  const claim = async (courseId: number | null): Promise<string> => {
    const [made] = await world.db
      .insert(coupons)
      .values({ ...facts, ...(courseId !== null && { itemType: 'course', itemId: courseId }), createdAt: now })
      .returning({ id: coupons.id });
    const [mine] = await world.db
      .insert(couponMembers)
      .values({ couponId: made?.id ?? 0, memberId: person.id, claimedAt: now })
      .returning({ id: couponMembers.id });
    return String(mine?.id);
  };
  const { rows } = await world.db.execute<{ id: string }>(
    `INSERT INTO course (id, mentor_id, title_zh, created_at, updated_at) OVERRIDING SYSTEM VALUE
     VALUES (${live.id}, ${mentor.id}, '課', ${now}, ${now}) RETURNING id`,
  );
  const [ofCourse, ofAll] = [await claim(Number(rows[0]?.id)), await claim(null)];
  const item = itemOf(live);
  const wrong = await world.call(previewOrder, { item, coupon_id: ofCourse }, person);
  expect(wrong.data.reason).toBe('coupon-unusable');
  const { data } = await world.call(previewOrder, { item, coupon_id: ofAll, points: 100 }, person);
  expect(data.payable_cents).toBe(PRICE / 2 - 100);
});

test('the mentor is paid after the session was held, and not before', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  const no = await buy(person, live);
  const share = 0.9 * PRICE;
  expect([await frozen(), await earned()]).toEqual([share, 0]);
  const { startAt, endAt } = await timesOf(live.sessions[0] ?? 0);
  await advanceTo(startAt - 15 * MINUTE);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('open');
  await present(live.sessions[0] ?? 0, 0.5);
  await advanceTo(endAt - 1);
  expect(await earned()).toBe(0);
  await advanceTo(endAt);
  expect([await frozen(), await earned()]).toEqual([0, share]);
  expect((await statusOf(person, no)).status).toBe('settled');
});

test('a session that was held for less than half of its time is refunded by itself, with used tickets', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  const before = await balanceOf(world.db, moneyOf(person.id));
  const no = await buy(person, live);
  const [ticket] = (await world.call(listMyTickets, {}, person)).data.list;
  await world.call(checkIn, { ticket_no: ticket?.ticket_no ?? '' }, mentor);
  await present(live.sessions[0] ?? 0, 0.49);
  await advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect((await statusOf(person, no)).status).toBe('refunded');
  expect(await balanceOf(world.db, moneyOf(person.id))).toBe(before);
  expect([await frozen(), await earned()]).toEqual([0, 0]);
  expect((await world.call(listMyTickets, { tab: 'refunded' }, person)).data.total).toBe(1);
});

test('two visits at the same time count once', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  const no = await buy(person, live);
  await present(live.sessions[0] ?? 0, 0.3);
  await present(live.sessions[0] ?? 0, 0.4);
  await advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect((await statusOf(person, no)).status).toBe('refunded');
});

test('an activity at a place is held unless it is cancelled', async () => {
  const live = await liveIn(world, mentor.id, { kind: 'activity', mode: 'offline', venue: '台北' });
  const no = await buy(await buyer(), live);
  await advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  const [row] = await world.db.select().from(orders).where(eq(orders.orderNo, no));
  expect(row?.status).toBe('settled');
});

test('a package of which some sessions were held can be returned for a week, and is released then', async () => {
  const live = await liveIn(world, mentor.id, twoSessions(world.clock.now()));
  const [stays, goes] = [await buyer(), await buyer()];
  const [kept, returned] = [await buy(stays, live), await buy(goes, live)];
  await present(live.sessions[0] ?? 0, 1);
  await advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect(await earned()).toBe(0);
  const { endAt } = await timesOf(live.sessions[1] ?? 0);
  await advanceTo(endAt);
  expect((await statusOf(goes, returned)).refund_until).toBe(iso(endAt + 7 * DAY));
  const asked = { order_no: returned, reason: '第二場沒有上', client_token: attempt() };
  expect((await world.call(applyRefund, asked, goes)).code).toBe(ResultCode.Ok);
  expect((await statusOf(goes, returned)).status).toBe('refunded');
  await advanceTo(endAt + 7 * DAY);
  expect((await statusOf(stays, kept)).status).toBe('settled');
  expect([await frozen(), await earned()]).toEqual([0, 0.9 * PRICE]);
});

test.each([
  ['flexible', 24],
  ['moderate', 120],
  ['strict', 336],
] as const)(
  'the %s policy refunds at once until %i hours before the start, and not later',
  async (refund_policy, hours) => {
    const now = world.clock.now();
    const start = now + 20 * DAY;
    const [first] = documentAt(now).timeline;
    const timeline = [{ ...first!, start_at: iso(start), end_at: iso(start + HOUR) }];
    const live = await liveIn(world, mentor.id, { refund_policy, timeline });
    const [early, late] = [await buyer(), await buyer()];
    const before = await balanceOf(world.db, moneyOf(early.id));
    const [first_no, second_no] = [await buy(early, live), await buy(late, live)];
    const until = start - hours * HOUR;
    expect((await world.call(getLive, { id: live.no }, {})).data.packages).toMatchObject([
      { refund_until: iso(until) },
    ]);
    expect((await statusOf(late, second_no)).refund_until).toBe(iso(until));
    const ask = ({ token }: { token: string }, order_no: string) =>
      world.call(applyRefund, { order_no, reason: '有事', client_token: attempt() }, { token });
    await advanceTo(until - 1);
    expect((await ask(early, first_no)).code).toBe(ResultCode.Ok);
    expect((await statusOf(early, first_no)).status).toBe('refunded');
    expect(await balanceOf(world.db, moneyOf(early.id))).toBe(before);
    world.clock.advance(1);
    expect((await ask(late, second_no)).data.reason).toBe('refund-over');
  },
);

test('a cancelled session is refunded to all, its unpaid orders are closed, and nobody can buy any more', async () => {
  const live = await liveIn(world, mentor.id);
  const [paid, unpaid] = [await buyer(), await buyer()];
  const no = await buy(paid, live, 2);
  const waiting = (await order(unpaid, live)).data.order_no;
  const asked = { session_id: String(live.sessions[0]), reason: '身體不適', client_token: attempt() };
  expect((await world.call(cancelSession, asked, await mentorIn(world))).data.reason).toBe('not-found');
  expect((await world.call(cancelSession, asked, mentor)).data).toEqual({ refunded: 1 });
  await world.parts.idle();
  expect((await statusOf(paid, no)).status).toBe('refunded');
  expect((await statusOf(unpaid, waiting)).status).toBe('cancelled');
  expect((await order(unpaid, live)).data.reason).toBe('sale-over');
  expect(await frozen()).toBe(0);
  const [type] = await world.db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.id, live.types[0] ?? 0));
  expect(type?.sold).toBe(0);
  const again = { ...asked, client_token: attempt() };
  expect((await world.call(cancelSession, again, mentor)).data.reason).toBe('state-changed');
});

test('a payment that comes with the cancellation is refused, or refunded', async () => {
  const live = await liveIn(world, mentor.id);
  const person = await buyer();
  const made = await order(person, live);
  const [row] = await world.db.select().from(orders).where(eq(orders.orderNo, made.data.order_no));
  const paying = { orderId: row?.id ?? 0, channel: 'balance', source: moneyOf(person.id), now: world.clock.now() };
  const asked = { session_id: String(live.sessions[0]), reason: '停課', client_token: attempt() };
  const answer = await overtaken(
    world,
    (tx) => payOrder(tx, world.parts.purchasables, paying),
    () => world.call(cancelSession, asked, mentor),
  );
  // The cancellation waits for the payment, and then finds the order.
  expect(answer.data).toEqual({ refunded: 1 });
  await world.parts.idle();
  expect((await statusOf(person, made.data.order_no)).status).toBe('refunded');
});

test('a session that moves keeps its tickets, which can be returned until it begins', async () => {
  const live = await liveIn(world, mentor.id, { refund_policy: 'strict' });
  const [stays, goes] = [await buyer(), await buyer()];
  await buy(stays, live);
  const no = await buy(goes, live);
  expect((await statusOf(goes, no)).refund_until).toBeNull();
  const now = world.clock.now();
  const move = (start: number) => ({
    ...{ session_id: String(live.sessions[0]), start_at: iso(start), end_at: iso(start + HOUR), reason: '場地' },
  });
  // The broadcast ends a day from now.
  const early = await world.call(rescheduleSession, move(now + DAY - 1), mentor);
  expect(early.data.errors).toEqual({ start_at: 'out-of-range' });
  const start = now + 40 * DAY;
  expect((await world.call(rescheduleSession, move(start), mentor)).code).toBe(ResultCode.Ok);
  await world.parts.idle();
  expect((await statusOf(goes, no)).refund_until).toBe(iso(start));
  const [type] = (await world.call(getLive, { id: live.no }, {})).data.packages;
  expect(type?.use_until).toBe(formatDate(start, SITE_TIME_ZONE));
  // The former times change nothing.
  await advanceTo(now + 11 * DAY);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('scheduled');
  await advanceTo(start + HOUR);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('ended');
});

test('jobs of orders that were decided already change nothing', async () => {
  const live = await liveIn(world, mentor.id);
  const no = await buy(await buyer(), live);
  const asked = { session_id: String(live.sessions[0]), reason: '停課', client_token: attempt() };
  await world.call(cancelSession, asked, mentor);
  await world.parts.idle();
  await world.db.insert(jobs).values({ kind: 'ticket-settle', payload: { orderNo: no }, runAt: world.clock.now() });
  await world.parts.idle();
  expect(await world.db.$count(jobs, and(eq(jobs.kind, 'ticket-settle'), isNull(jobs.doneAt)))).toBe(0);
  expect(await frozen()).toBe(0);
});
