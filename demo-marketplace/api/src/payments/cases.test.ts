import {
  closePaymentCase,
  getWallet,
  listAudit,
  listPaymentCases,
  listWallet,
  officeTodo,
  ResultCode,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs, members, orders } from '../db/schema/index.js';
import { SETTLE_JOB } from '../orders/orders.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, goToPay, orderIn, paymentOf, payIn, receiveNotice } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
let staff: string;
beforeAll(async () => {
  world = await World.start();
  staff = await colleague();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const PRICE = 100_000;
const DAY = 86_400_000;

async function makeStaff(id: string): Promise<void> {
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(id)));
}
async function colleague(): Promise<string> {
  const { token, member } = await world.member();
  await makeStaff(member.id);
  return token;
}
const casesOf = async (state: 'open' | 'closed' = 'open') =>
  (await world.call(listPaymentCases, { state, limit: 50 }, { token: staff })).data.list;
const close = (id: string, outcome: 'credited' | 'returned' | 'dismissed', more: object = {}, token = staff) =>
  world.call(closePaymentCase, { id, outcome, reason: '已核對', client_token: attempt(), ...more }, { token });

/** A buyer whose provider received another amount than requested. */
async function wrongly(amountCents: number) {
  const { token, member } = await world.member();
  const { id } = await courseIn(world, { mentorId: (await mentorIn(world)).id });
  const no = await orderIn(world, token, id);
  await goToPay(world, token, no);
  const outNo = (await paymentOf(world, no))?.outNo ?? '';
  const notice = { outNo, hasSucceeded: true, amountCents, providerRef: `ref ${no}` };
  const notifyOfPayment = (more: object = {}) => receiveNotice(world, { ...notice, ...more });
  expect(await notifyOfPayment()).toBe('wrong-amount');
  const found = (await casesOf()).find(({ order_no }) => order_no === no);
  if (found === undefined) throw new Error('nobody is told of the payment');
  const balance = async () => (await world.call(getWallet, { scope: 'user' }, { token })).data.balance_cents;
  return { token, id: member.id, no, outNo, notifyOfPayment, found, balance };
}

test('a payment of a wrong sum waits for the office once, and credited it is in the buyer’s wallet once', async () => {
  const { token, no, outNo, notifyOfPayment, found, balance } = await wrongly(PRICE - 100);
  await notifyOfPayment();
  expect((await casesOf()).filter(({ order_no }) => order_no === no)).toHaveLength(1);
  expect(found).toMatchObject({
    ...{ kind: 'wrong-amount', amount_cents: PRICE - 100, expected_cents: PRICE, out_no: outNo },
    outcomes: ['credited', 'returned', 'dismissed'],
  });
  expect((await world.call(officeTodo, {}, { token: staff })).data.payments).toBeGreaterThan(0);
  expect((await close(found.id, 'credited', { reason: ' ' })).code).toBe(ResultCode.Invalid);
  const client_token = attempt();
  const first = await close(found.id, 'credited', { client_token });
  expect(first.code).toBe(ResultCode.Ok);
  expect(await close(found.id, 'credited', { client_token })).toEqual(first);
  expect((await close(found.id, 'credited')).data.reason).toBe('state-changed');
  expect(await balance()).toBe(PRICE - 100);
  // A later notification with the right amount changes nothing.
  expect(await notifyOfPayment({ amountCents: PRICE })).toBe('known');
  expect(await balance()).toBe(PRICE - 100);
  const { list } = (await world.call(listWallet, { scope: 'user' }, { token })).data;
  expect(list).toMatchObject([{ biz: 'refund', amount_cents: PRICE - 100, order_no: no }]);
  const written = await world.call(listAudit, { target: `payment-case:${found.id}` }, { token: staff });
  expect(written.data.list).toMatchObject([{ action: 'payment-case-closed', details: { outcome: 'credited' } }]);
  expect((await casesOf('closed'))[0]).toMatchObject({ id: found.id, outcome: 'credited', reason: '已核對' });
});

test('two who close one case at once credit it once', async () => {
  const { found, balance } = await wrongly(PRICE * 2);
  const other = await colleague();
  const codes = await Promise.all([close(found.id, 'credited'), close(found.id, 'credited', {}, other)]);
  expect(codes.map(({ code }) => code).sort()).toEqual([ResultCode.Ok, ResultCode.Conflict].sort());
  expect(await balance()).toBe(PRICE * 2);
});

test('what was given back at the provider changes no book, and nobody decides their own case', async () => {
  const { found, balance, token, id } = await wrongly(1);
  expect((await close(found.id, 'returned', {}, token)).code).toBe(ResultCode.Forbidden);
  await makeStaff(id);
  expect((await close(found.id, 'credited', {}, token)).data.reason).toBe('own-case');
  expect(await balance()).toBe(0);
  expect((await close(found.id, 'returned')).code).toBe(ResultCode.Ok);
  expect(await balance()).toBe(0);
  expect((await close('999999', 'returned')).code).toBe(ResultCode.NotFound);
});

test('the right sum that came meanwhile is not credited once more', async () => {
  const { found, notifyOfPayment, balance } = await wrongly(PRICE - 1);
  expect(await notifyOfPayment({ amountCents: PRICE })).toBe('paid');
  expect((await close(found.id, 'credited')).data.reason).toBe('state-changed');
  expect((await close(found.id, 'dismissed')).code).toBe(ResultCode.Ok);
  expect(await balance()).toBe(0);
});

test('a payment that nobody knows waits, too, and can only be given back', async () => {
  const notice = { outNo: 'nobody’s', hasSucceeded: true, amountCents: -1, providerRef: 'cs_9' };
  expect(await receiveNotice(world, notice)).toBe('unknown');
  expect(await receiveNotice(world, { ...notice, hasSucceeded: false, outNo: 'x' })).toBe('unknown');
  const found = (await casesOf()).filter(({ kind }) => kind === 'unknown-payment');
  expect(found).toMatchObject([{ member: null, amount_cents: null, outcomes: ['returned', 'dismissed'] }]);
  expect((await close(found[0]?.id ?? '', 'credited')).data.reason).toBe('state-changed');
  expect((await close(found[0]?.id ?? '', 'returned')).code).toBe(ResultCode.Ok);
});

test('a job that money waits for is tried again after it failed for good, and the office hears of it', async () => {
  const { token, member } = await world.member();
  const mentor = await mentorIn(world);
  await giveMoney(world, member.id, PRICE);
  const no = await orderIn(world, token, (await courseIn(world, { mentorId: mentor.id })).id);
  await payIn(world, token, no);
  const statusOf = async () => (await world.db.select().from(orders).where(eq(orders.orderNo, no)))[0]?.status;
  // As after ten failed attempts while the database was unavailable.
  const waiting = await world.db.select().from(jobs).where(eq(jobs.kind, SETTLE_JOB));
  const mine = waiting.find(({ payload }) => payload['orderNo'] === no);
  const failed = { failedAt: world.clock.now(), attempts: 10, lastError: 'the database was away' };
  await world.db
    .update(jobs)
    .set(failed)
    .where(eq(jobs.id, mine?.id ?? 0));
  world.clock.advance(7 * DAY);
  await world.parts.idle();
  expect(await statusOf()).toBe('settled');
  // The staff session has expired meanwhile.
  staff = await colleague();
  const told = (await casesOf()).filter(({ order_no }) => order_no === no);
  expect(told).toMatchObject([{ kind: 'job-failed', outcomes: ['dismissed'] }]);
  expect(told[0]?.note).toContain('the database was away');
  expect((await close(told[0]?.id ?? '', 'dismissed')).code).toBe(ResultCode.Ok);
});

test('is for the back office alone', async () => {
  const { token } = await world.member();
  expect((await world.call(listPaymentCases, {}, { token })).code).toBe(ResultCode.Forbidden);
  expect((await close('1', 'dismissed', {}, token)).code).toBe(ResultCode.Forbidden);
});
