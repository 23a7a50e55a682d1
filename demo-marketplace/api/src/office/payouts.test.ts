import {
  applyRefund,
  decideRefundRequest,
  decideWithdrawal,
  FailureReason,
  getWallet,
  listWaitingRefunds,
  listWaitingWithdrawals,
  listWithdrawals,
  readPayoutAccount,
  ResultCode,
  savePayoutAccount,
  withdraw,
} from '@lectern/marketplace-contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog, members } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, givePayPassword, orderIn, PAY_PASSWORD, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
beforeAll(async () => {
  world = await World.start();
  staff = await world.member();
  await makeStaff(staff.member.id);
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const makeStaff = (id: string) =>
  world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(id)));
const actionsOn = async (target: string) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.target, target)).orderBy(asc(auditLog.id))).map(
    ({ action }) => action,
  );

const THOUSAND = 100_000;
const NUMBER = '1234567890123';

/** A member with 2000 in the wallet who withdraws half of it. */
async function withdrawal(who?: Awaited<ReturnType<World['member']>>) {
  const member = who ?? (await world.member());
  const { token } = member;
  await giveMoney(world, member.member.id, 2 * THOUSAND);
  await givePayPassword(world, member.member.id);
  const account = await world.call(savePayoutAccount, { bank: '台灣銀行', holder: '王小明', no: NUMBER }, { token });
  const asked = {
    scope: 'user',
    amount_cents: THOUSAND,
    account_id: account.data.id,
    pay_password: PAY_PASSWORD,
  } as const;
  const answer = await world.call(withdraw, { ...asked, client_token: attempt() }, { token });
  expect(answer.code).toBe(ResultCode.Ok);
  return { ...member, id: answer.data.id };
}

const balanceOf = async (token: string) =>
  (await world.call(getWallet, { scope: 'user' }, { token })).data.balance_cents;

test('a withdrawal is paid out once, after the number of its account was read, which is written down', async () => {
  const { id, token, member, email } = await withdrawal();
  const { list } = (await world.call(listWaitingWithdrawals, {}, { token: staff.token })).data;
  const row = list.find((one) => one.id === id);
  expect(row).toMatchObject({ amount_cents: THOUSAND, last4: '0123', scope: 'user', member: { id: member.id } });
  expect(JSON.stringify(list)).not.toContain(NUMBER);
  expect((await world.call(readPayoutAccount, { id }, { token: staff.token })).data).toEqual({ no: NUMBER });

  const decision = { id, pass: true, client_token: attempt() };
  const first = await world.call(decideWithdrawal, decision, { token: staff.token });
  const replayed = await world.call(decideWithdrawal, decision, { token: staff.token });
  expect([first.code, replayed.code]).toEqual([ResultCode.Ok, ResultCode.Ok]);
  const again = await world.call(decideWithdrawal, { ...decision, client_token: attempt() }, { token: staff.token });
  expect(again.data.reason).toBe(FailureReason.StateChanged);
  expect(await balanceOf(token)).toBe(THOUSAND);
  expect(await actionsOn(`withdrawal:${id}`)).toEqual(['withdrawal-asked', 'payout-account-read', 'withdrawal-paid']);
  expect((await world.inbox(email))[0]?.text).toContain('NT$1,000');
  const late = await world.call(readPayoutAccount, { id }, { token: staff.token });
  expect(late.data.reason).toBe(FailureReason.StateChanged);
});

test('a withdrawal that fails gives the money back, and its member reads why', async () => {
  const { id, token } = await withdrawal();
  const bare = await world.call(decideWithdrawal, { id, pass: false, client_token: attempt() }, { token: staff.token });
  expect(bare.data.errors).toEqual({ reason: 'required' });
  const decision = { id, pass: false, reason: '戶名不符', client_token: attempt() };
  expect((await world.call(decideWithdrawal, decision, { token: staff.token })).code).toBe(ResultCode.Ok);
  expect(await balanceOf(token)).toBe(2 * THOUSAND);
  const mine = await world.call(listWithdrawals, { scope: 'user' }, { token });
  expect(mine.data.list[0]).toMatchObject({ status: 'failed', reason: '戶名不符' });
});

test('nobody pays themselves', async () => {
  const colleague = await world.member();
  await makeStaff(colleague.member.id);
  const { id, token } = await withdrawal(colleague);
  const decision = { id, pass: true, client_token: attempt() };
  const own = await world.call(decideWithdrawal, decision, { token });
  expect(own.data.reason).toBe(FailureReason.OwnCase);
  expect(await actionsOn(`withdrawal:${id}`)).toEqual(['withdrawal-asked']);
  expect((await world.call(decideWithdrawal, decision, { token: staff.token })).code).toBe(ResultCode.Ok);
});

/** A buyer of a course with an open refund request. */
async function refundAsked() {
  const mentor = await mentorIn(world);
  const course = await courseIn(world, { mentorId: mentor.id });
  const buyer = await world.member();
  await giveMoney(world, buyer.member.id, THOUSAND);
  const orderNo = await orderIn(world, buyer.token, course.id);
  expect((await payIn(world, buyer.token, orderNo)).code).toBe(ResultCode.Ok);
  const asked = { order_no: orderNo, reason: '買錯了', client_token: attempt() };
  expect((await world.call(applyRefund, asked, { token: buyer.token })).code).toBe(ResultCode.Ok);
  const { list } = (await world.call(listWaitingRefunds, {}, { token: staff.token })).data;
  const row = list.find(({ order_no }) => order_no === orderNo);
  if (row === undefined) throw new Error('the refund is not listed');
  return { mentor, buyer, row };
}

test('a refund is passed once: the money is back, and the buyer is told', async () => {
  const { buyer, mentor, row } = await refundAsked();
  expect(row).toMatchObject({
    ...{ title: '高中數學', amount_cents: THOUSAND, reason: '買錯了' },
    member: { id: buyer.member.id },
    seller: { id: String(mentor.id) },
  });
  const pass = () =>
    world.call(decideRefundRequest, { id: row.id, pass: true, client_token: attempt() }, { token: staff.token });
  const answers = await Promise.all([pass(), pass()]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([ResultCode.Ok, ResultCode.Conflict]);
  expect(await balanceOf(buyer.token)).toBe(THOUSAND);
  expect(await actionsOn(`refund:${row.id}`)).toEqual(['refund-approved']);
});

test('a refund is refused with a reason, but not by the mentor whose money it is', async () => {
  const { buyer, mentor, row } = await refundAsked();
  await makeStaff(String(mentor.id));
  const refusal = { id: row.id, pass: false, reason: '已看完課程' };
  const own = await world.call(decideRefundRequest, { ...refusal, client_token: attempt() }, { token: mentor.token });
  expect(own.data.reason).toBe(FailureReason.OwnCase);
  const answer = await world.call(decideRefundRequest, { ...refusal, client_token: attempt() }, { token: staff.token });
  expect(answer.code).toBe(ResultCode.Ok);
  expect(await balanceOf(buyer.token)).toBe(0);
  expect((await world.inbox(buyer.email))[0]?.text).toContain('已看完課程');
});
