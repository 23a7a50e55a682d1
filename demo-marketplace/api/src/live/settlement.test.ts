import {
  applyRefund,
  cancelSession,
  checkIn,
  formatDate,
  getLive,
  listMyTickets,
  rescheduleSession,
  ResultCode,
  SITE_TIME_ZONE,
  type LiveDocument,
} from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { attendance, jobs, liveSessions, orders, ticketTypes } from '../db/schema/index.js';
import { AccountKind, balanceOf, moneyOf } from '../ledger/index.js';
import { payOrder } from '../orders/index.js';
import { mentorIn } from '../testing/courses.js';
import { documentAt, liveIn, packageAt } from '../testing/lives.js';
import { attempt } from '../testing/money.js';
import { overtaken } from '../testing/races.js';
import { TICKET_PRICE, ticketTests } from '../testing/tickets.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (at: number): string => new Date(at).toISOString();

const scene = ticketTests();
const { buyer, order, buy, orderOf } = scene;
const frozen = () => balanceOf(scene.world.db, moneyOf(scene.mentor.id, AccountKind.Frozen));
const earned = () => balanceOf(scene.world.db, moneyOf(scene.mentor.id, AccountKind.Earnings));
const timesOf = async (sessionId: number) => {
  const [row] = await scene.world.db.select().from(liveSessions).where(eq(liveSessions.id, sessionId));
  return row!;
};
let visits = 0;
/** The mentor was in the room for this share of a session. */
async function present(sessionId: number, share: number): Promise<void> {
  const { startAt, endAt } = await timesOf(sessionId);
  const leftAt = startAt + share * (endAt - startAt);
  await scene.world.db.insert(attendance).values({
    ...{ sessionId, memberId: scene.mentor.id, joinedAt: startAt - MINUTE, leftAt },
    ...{ conferenceId: 'conference', conferenceMember: String((visits += 1)) },
  });
}
const twoSessions = (now: number): Partial<LiveDocument> => {
  const [first] = documentAt(now).timeline;
  const second = { ...first!, ref: 'b', start_at: iso(now + 12 * DAY), end_at: iso(now + 12 * DAY + HOUR) };
  return { timeline: [first!, second], packages: [packageAt(now, { sessions: ['a', 'b'] })] };
};

test('the mentor is paid after the session was held, and not before', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  const no = await buy(person, live);
  const share = 0.9 * TICKET_PRICE;
  expect([await frozen(), await earned()]).toEqual([share, 0]);
  const { startAt, endAt } = await timesOf(live.sessions[0] ?? 0);
  await scene.world.advanceTo(startAt - 15 * MINUTE);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('open');
  await present(live.sessions[0] ?? 0, 0.5);
  await scene.world.advanceTo(endAt - 1);
  expect(await earned()).toBe(0);
  await scene.world.advanceTo(endAt);
  expect([await frozen(), await earned()]).toEqual([0, share]);
  expect((await orderOf(person, no)).status).toBe('settled');
});

test('a session that was held for less than half of its time is refunded by itself, with used tickets', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  const before = await balanceOf(scene.world.db, moneyOf(person.id));
  const no = await buy(person, live);
  const [ticket] = (await scene.world.call(listMyTickets, {}, person)).data.list;
  await scene.world.call(checkIn, { ticket_no: ticket?.ticket_no ?? '' }, scene.mentor);
  await present(live.sessions[0] ?? 0, 0.49);
  await scene.world.advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect((await orderOf(person, no)).status).toBe('refunded');
  expect(await balanceOf(scene.world.db, moneyOf(person.id))).toBe(before);
  expect([await frozen(), await earned()]).toEqual([0, 0]);
  expect((await scene.world.call(listMyTickets, { tab: 'refunded' }, person)).data.total).toBe(1);
});

test('two visits at the same time count once', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  const no = await buy(person, live);
  await present(live.sessions[0] ?? 0, 0.3);
  await present(live.sessions[0] ?? 0, 0.4);
  await scene.world.advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect((await orderOf(person, no)).status).toBe('refunded');
});

test('an activity at a place is held unless it is cancelled', async () => {
  const live = await liveIn(scene.world, scene.mentor.id, { kind: 'activity', mode: 'offline', venue: '台北' });
  const no = await buy(await buyer(), live);
  await scene.world.advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  const [row] = await scene.world.db.select().from(orders).where(eq(orders.orderNo, no));
  expect(row?.status).toBe('settled');
});

test('a package of which some sessions were held can be returned for a week, and is released then', async () => {
  const live = await liveIn(scene.world, scene.mentor.id, twoSessions(scene.world.clock.now()));
  const [stays, goes] = [await buyer(), await buyer()];
  const [kept, returned] = [await buy(stays, live), await buy(goes, live)];
  await present(live.sessions[0] ?? 0, 1);
  await scene.world.advanceTo((await timesOf(live.sessions[0] ?? 0)).endAt);
  expect(await earned()).toBe(0);
  const { endAt } = await timesOf(live.sessions[1] ?? 0);
  await scene.world.advanceTo(endAt);
  expect((await orderOf(goes, returned)).refund_until).toBe(iso(endAt + 7 * DAY));
  const asked = { order_no: returned, reason: '第二場沒有上', client_token: attempt() };
  expect((await scene.world.call(applyRefund, asked, goes)).code).toBe(ResultCode.Ok);
  expect((await orderOf(goes, returned)).status).toBe('refunded');
  await scene.world.advanceTo(endAt + 7 * DAY);
  expect((await orderOf(stays, kept)).status).toBe('settled');
  expect([await frozen(), await earned()]).toEqual([0, 0.9 * TICKET_PRICE]);
});

test.each([
  ['flexible', 24],
  ['moderate', 120],
  ['strict', 336],
] as const)(
  'the %s policy refunds at once until %i hours before the start, and not later',
  async (refund_policy, hours) => {
    const now = scene.world.clock.now();
    const start = now + 20 * DAY;
    const [first] = documentAt(now).timeline;
    const timeline = [{ ...first!, start_at: iso(start), end_at: iso(start + HOUR) }];
    const live = await liveIn(scene.world, scene.mentor.id, { refund_policy, timeline });
    const [early, late] = [await buyer(), await buyer()];
    const before = await balanceOf(scene.world.db, moneyOf(early.id));
    const [first_no, second_no] = [await buy(early, live), await buy(late, live)];
    const until = start - hours * HOUR;
    expect((await scene.world.call(getLive, { id: live.no }, {})).data.packages).toMatchObject([
      { refund_until: iso(until) },
    ]);
    expect((await orderOf(late, second_no)).refund_until).toBe(iso(until));
    const ask = ({ token }: { token: string }, order_no: string) =>
      scene.world.call(applyRefund, { order_no, reason: '有事', client_token: attempt() }, { token });
    await scene.world.advanceTo(until - 1);
    expect((await ask(early, first_no)).code).toBe(ResultCode.Ok);
    expect((await orderOf(early, first_no)).status).toBe('refunded');
    expect(await balanceOf(scene.world.db, moneyOf(early.id))).toBe(before);
    scene.world.clock.advance(1);
    expect((await ask(late, second_no)).data.reason).toBe('refund-over');
  },
);

test('a cancelled session is refunded to all, its unpaid orders are closed, and nobody can buy any more', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const [paid, unpaid] = [await buyer(), await buyer()];
  const no = await buy(paid, live, 2);
  const waiting = (await order(unpaid, live)).data.order_no;
  const asked = { session_id: String(live.sessions[0]), reason: '身體不適', client_token: attempt() };
  expect((await scene.world.call(cancelSession, asked, await mentorIn(scene.world))).data.reason).toBe('not-found');
  expect((await scene.world.call(cancelSession, asked, scene.mentor)).data).toEqual({ refunded: 1 });
  await scene.world.parts.idle();
  expect((await orderOf(paid, no)).status).toBe('refunded');
  expect((await orderOf(unpaid, waiting)).status).toBe('cancelled');
  expect((await order(unpaid, live)).data.reason).toBe('sale-over');
  expect(await frozen()).toBe(0);
  const [type] = await scene.world.db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.id, live.types[0] ?? 0));
  expect(type?.sold).toBe(0);
  const again = { ...asked, client_token: attempt() };
  expect((await scene.world.call(cancelSession, again, scene.mentor)).data.reason).toBe('state-changed');
});

test('a payment that comes with the cancellation is refused, or refunded', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  const made = await order(person, live);
  const [row] = await scene.world.db.select().from(orders).where(eq(orders.orderNo, made.data.order_no));
  const paying = {
    orderId: row?.id ?? 0,
    channel: 'balance',
    source: moneyOf(person.id),
    now: scene.world.clock.now(),
  };
  const asked = { session_id: String(live.sessions[0]), reason: '停課', client_token: attempt() };
  const answer = await overtaken(
    scene.world,
    (tx) => payOrder(tx, scene.world.parts.purchasables, paying),
    () => scene.world.call(cancelSession, asked, scene.mentor),
  );
  // The cancellation waits for the payment, and then finds the order.
  expect(answer.data).toEqual({ refunded: 1 });
  await scene.world.parts.idle();
  expect((await orderOf(person, made.data.order_no)).status).toBe('refunded');
});

test('a session that moves keeps its tickets, which can be returned until it begins', async () => {
  const live = await liveIn(scene.world, scene.mentor.id, { refund_policy: 'strict' });
  const [stays, goes] = [await buyer(), await buyer()];
  await buy(stays, live);
  const no = await buy(goes, live);
  expect((await orderOf(goes, no)).refund_until).toBeNull();
  const now = scene.world.clock.now();
  const move = (start: number) => ({
    ...{ session_id: String(live.sessions[0]), start_at: iso(start), end_at: iso(start + HOUR), reason: '場地' },
  });
  // The broadcast ends a day from now.
  const early = await scene.world.call(rescheduleSession, move(now + DAY - 1), scene.mentor);
  expect(early.data.errors).toEqual({ start_at: 'out-of-range' });
  const start = now + 40 * DAY;
  expect((await scene.world.call(rescheduleSession, move(start), scene.mentor)).code).toBe(ResultCode.Ok);
  await scene.world.parts.idle();
  expect((await orderOf(goes, no)).refund_until).toBe(iso(start));
  const [type] = (await scene.world.call(getLive, { id: live.no }, {})).data.packages;
  expect(type?.use_until).toBe(formatDate(start, SITE_TIME_ZONE));
  // The former times change nothing.
  await scene.world.advanceTo(now + 11 * DAY);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('scheduled');
  await scene.world.advanceTo(start + HOUR);
  expect((await timesOf(live.sessions[0] ?? 0)).state).toBe('ended');
});

test('jobs of orders that were decided already change nothing', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const no = await buy(await buyer(), live);
  const asked = { session_id: String(live.sessions[0]), reason: '停課', client_token: attempt() };
  await scene.world.call(cancelSession, asked, scene.mentor);
  await scene.world.parts.idle();
  await scene.world.db
    .insert(jobs)
    .values({ kind: 'ticket-settle', payload: { orderNo: no }, runAt: scene.world.clock.now() });
  await scene.world.parts.idle();
  expect(await scene.world.db.$count(jobs, and(eq(jobs.kind, 'ticket-settle'), isNull(jobs.doneAt)))).toBe(0);
  expect(await frozen()).toBe(0);
});
