import {
  checkIn,
  exportTicket,
  getLive,
  listAttendees,
  listLiveWishes,
  listMyTickets,
  previewOrder,
  ResultCode,
  toggleWish,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { couponMembers, coupons, jobs, lives, tickets, ticketTypes } from '../db/schema/index.js';
import { mentorIn } from '../testing/courses.js';
import { liveIn, packageAt } from '../testing/lives.js';
import { givePoints, payIn } from '../testing/money.js';
import { itemOf, TICKET_PRICE, ticketTests } from '../testing/tickets.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (at: number): string => new Date(at).toISOString();

const scene = ticketTests();
const { buyer, order, buy, orderOf } = scene;
test('a ticket is bought, delivered with a number of its own, shown to its holder and admitted once', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  const no = await buy(person, live, 2);
  const [one, two] = (await scene.world.call(listMyTickets, {}, person)).data.list;
  expect(one).toMatchObject({ state: 'valid', order_no: no, type_name: '一般票', live: { id: live.no } });
  expect(one?.ticket_no).toMatch(/^[A-Z2-7]{16}$/);
  expect(two?.ticket_no).not.toBe(one?.ticket_no);
  const info = (await scene.world.call(getLive, { id: live.no }, person)).data;
  expect(info.tickets).toHaveLength(2);
  expect(info.packages).toMatchObject([{ left: 28 }]);
  expect((await scene.world.call(getLive, { id: live.no }, {})).data.tickets).toEqual([]);

  const { data } = await scene.world.call(listAttendees, { id: live.no }, scene.mentor);
  expect(data.list.map(({ ticket_no }) => ticket_no)).toEqual([one?.ticket_no, two?.ticket_no]);
  const check = () => scene.world.call(checkIn, { ticket_no: one?.ticket_no ?? '' }, scene.mentor);
  const answers = await Promise.all([check(), check()]);
  expect(answers.map(({ data: { reason } }) => reason).toSorted()).toEqual(['ticket-used', undefined]);
  const stranger = await mentorIn(scene.world);
  expect((await scene.world.call(checkIn, { ticket_no: two?.ticket_no ?? '' }, stranger)).data.reason).toBe(
    'not-found',
  );
});

test('a ticket is not admitted outside of its usable days', async () => {
  const now = scene.world.clock.now();
  const live = await liveIn(scene.world, scene.mentor.id, { packages: [packageAt(now, { use_from: '2027-01-25' })] });
  const person = await buyer();
  await buy(person, live);
  const [ticket] = (await scene.world.call(listMyTickets, {}, person)).data.list;
  const check = () => scene.world.call(checkIn, { ticket_no: ticket?.ticket_no ?? '' }, scene.mentor);
  expect((await check()).data.reason).toBe('ticket-unusable');
});

test('tickets are sold within their window, to a limit for each member, and not to the mentor', async () => {
  const now = scene.world.clock.now();
  const later = { sale_start: iso(now + DAY), sale_end: iso(now + 2 * DAY), use_from: '2027-01-25' };
  const live = await liveIn(scene.world, scene.mentor.id, { packages: [packageAt(now, later)] });
  const person = await buyer();
  const reason = async (quantity = 1) => (await order(person, live, quantity)).data.reason;
  expect(await reason()).toBe('sale-not-open');
  await scene.world.advanceTo(now + DAY);
  expect(await reason(3)).toBe('ticket-limit');
  await buy(person, live);
  expect(await reason(2)).toBe('ticket-limit');
  await buy(person, live);
  expect(await reason()).toBe('ticket-limit');
  expect((await order(scene.mentor, live)).data.reason).toBe('not-for-sale');
  const strange = await scene.world.call(previewOrder, { item: { ...itemOf(live), sku: '999999' } }, person);
  expect(strange.data.errors).toEqual({ 'item.sku': 'unknown' });
  await scene.world.advanceTo(now + 2 * DAY);
  expect((await order(await buyer(), live)).data.reason).toBe('sale-over');
});

test('the early-bird price holds until its end', async () => {
  const now = scene.world.clock.now();
  const early = { early_price_cents: 6_000, early_until: iso(now + DAY) };
  const live = await liveIn(scene.world, scene.mentor.id, { packages: [packageAt(now, early)] });
  const person = await buyer();
  const price = async () => (await scene.world.call(previewOrder, { item: itemOf(live, 2) }, person)).data.amount_cents;
  await scene.world.advanceTo(now + DAY - 1);
  expect(await price()).toBe(12_000);
  expect((await scene.world.call(previewOrder, { item: itemOf(live, 2) }, person)).data.list_cents).toBe(24_000);
  await scene.world.advanceTo(now + DAY);
  expect(await price()).toBe(20_000);
});

test('a free ticket is delivered with the order', async () => {
  const free = packageAt(scene.world.clock.now(), { price_cents: 0, original_price_cents: 0 });
  const live = await liveIn(scene.world, scene.mentor.id, { packages: [free] });
  const person = await buyer();
  const made = await order(person, live);
  expect(made.data).toMatchObject({ status: 'paid', payable_cents: 0 });
  expect((await scene.world.call(listMyTickets, {}, person)).data.total).toBe(1);
  expect((await orderOf(person, made.data.order_no)).refund_until).toBeNull();
});

test('of 100 buyers who order at once for 30 seats, 30 get one', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const people: { readonly token: string }[] = [];
  // Buyers are set up in small groups, because each of them costs several password hashes.
  while (people.length < 100) people.push(...(await Promise.all(Array.from({ length: 5 }, () => buyer()))));
  const answers = await Promise.all(people.map((person) => order(person, live)));
  const won = answers.flatMap(({ code, data }, index) =>
    code === ResultCode.Ok ? [{ no: data.order_no, token: people[index]?.token ?? '' }] : [],
  );
  expect(won).toHaveLength(30);
  expect(new Set(answers.flatMap(({ data }) => data.reason ?? []))).toEqual(new Set(['sold-out']));
  await Promise.all(won.map(({ no, token }) => payIn(scene.world, token, no)));
  const [type] = await scene.world.db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.id, live.types[0] ?? 0));
  expect(type?.sold).toBe(30);
  expect(await scene.world.db.$count(tickets, eq(tickets.liveId, live.id))).toBe(30);
  expect((await scene.world.call(getLive, { id: live.no }, {})).data.packages).toMatchObject([
    { left: 0, sale: 'sold-out' },
  ]);
});

test('seats are held for 30 minutes, and free again whether or not a job has run', async () => {
  const live = await liveIn(scene.world, scene.mentor.id, {
    packages: [packageAt(scene.world.clock.now(), { quantity: 1 })],
  });
  const [slow, next] = [await buyer(), await buyer()];
  const made = await order(slow, live);
  await scene.world.db.delete(jobs).where(eq(jobs.kind, 'order-expire'));
  scene.world.clock.advance(30 * MINUTE - 1);
  expect((await order(next, live)).data.reason).toBe('sold-out');
  scene.world.clock.advance(1);
  expect((await order(next, live)).code).toBe(ResultCode.Ok);
  expect((await payIn(scene.world, slow.token, made.data.order_no)).code).not.toBe(ResultCode.Ok);
});

test('coupons and points reduce the price, and a coupon of a course does not count for a class of the same id', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await buyer();
  await givePoints(scene.world, String(person.id), 1_000);
  const now = scene.world.clock.now();
  const facts = { titleZh: '折', kind: 'percent', value: 50, total: 10, startsAt: now, endsAt: now + DAY } as const;
  const claim = async (courseId: number | null): Promise<string> => {
    const [made] = await scene.world.db
      .insert(coupons)
      .values({ ...facts, ...(courseId !== null && { itemType: 'course', itemId: courseId }), createdAt: now })
      .returning({ id: coupons.id });
    const [mine] = await scene.world.db
      .insert(couponMembers)
      .values({ couponId: made?.id ?? 0, memberId: person.id, claimedAt: now })
      .returning({ id: couponMembers.id });
    return String(mine?.id);
  };
  const { rows } = await scene.world.db.execute<{ id: string }>(
    `INSERT INTO course (id, mentor_id, title_zh, created_at, updated_at) OVERRIDING SYSTEM VALUE
     VALUES (${live.id}, ${scene.mentor.id}, '課', ${now}, ${now}) RETURNING id`,
  );
  const [ofCourse, ofAll] = [await claim(Number(rows[0]?.id)), await claim(null)];
  const item = itemOf(live);
  const wrong = await scene.world.call(previewOrder, { item, coupon_id: ofCourse }, person);
  expect(wrong.data.reason).toBe('coupon-unusable');
  const { data } = await scene.world.call(previewOrder, { item, coupon_id: ofAll, points: 100 }, person);
  expect(data.payable_cents).toBe(TICKET_PRICE / 2 - 100);
});

test('a holder takes a ticket along as a calendar file, and nobody else does', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const person = await scene.buyer();
  await scene.buy(person, live);
  const ticket_no = (await scene.world.call(listMyTickets, {}, person)).data.list[0]!.ticket_no;
  const { filename, ics } = (await scene.world.call(exportTicket, { ticket_no }, person)).data;
  expect(filename).toBe(`class-${live.no}.ics`);
  // The number admits at the door, and calendars are shared.
  expect(ics).not.toContain(ticket_no);
  expect(ics).toContain('SUMMARY:直播寫作課 – 第一場');
  expect(ics).toContain(`/live-info?id=${live.no}`);
  expect((await scene.world.call(exportTicket, { ticket_no }, scene.mentor)).data.reason).toBe('not-found');
  expect((await scene.world.call(exportTicket, { ticket_no }, await scene.buyer())).data.reason).toBe('not-found');
});

test('a class is wished for, stays on the list while it is paused, and is taken off', async () => {
  const live = await liveIn(scene.world, scene.mentor.id);
  const activity = await liveIn(scene.world, scene.mentor.id, { kind: 'activity', mode: 'offline', venue: '台北' });
  const person = await scene.buyer();
  const isWished = async () => (await scene.world.call(getLive, { id: live.no }, person)).data.wished;
  expect(await isWished()).toBe(false);
  await scene.world.call(toggleWish, { type: 'live', id: live.no, on: true }, person);
  await scene.world.call(toggleWish, { type: 'activity', id: activity.no, on: true }, person);
  expect(await isWished()).toBe(true);
  // An activity of the same number is not wished for with a class.
  expect((await scene.world.call(toggleWish, { type: 'activity', id: live.no, on: true }, person)).data.reason).toBe(
    'not-found',
  );
  const wished = async () => {
    const { list, total } = (await scene.world.call(listLiveWishes, {}, person)).data;
    expect(total).toBe(list.length);
    return list.map((one) => [one.live.id, one.on_sale, one.price_then_cents]);
  };
  expect((await wished()).toSorted()).toEqual(
    [
      [live.no, true, TICKET_PRICE],
      [activity.no, true, TICKET_PRICE],
    ].toSorted(),
  );
  await scene.world.db.update(lives).set({ status: 'paused' }).where(eq(lives.id, live.id));
  expect(await wished()).toContainEqual([live.no, false, TICKET_PRICE]);
  await scene.world.call(toggleWish, { type: 'live', id: live.no, on: false }, person);
  expect(await wished()).toEqual([[activity.no, true, TICKET_PRICE]]);
  expect((await scene.world.call(listLiveWishes, {}, await scene.buyer())).data.list).toEqual([]);
});
