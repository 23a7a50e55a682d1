import {
  applyRefund,
  cancelWithdrawal,
  createOrder,
  deletePayoutAccount,
  emailLogin,
  getWallet,
  listPayoutAccounts,
  listWallet,
  listWithdrawals,
  ResultCode,
  savePayoutAccount,
  withdraw,
  WITHDRAWAL_FEE_CENTS,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutAccounts, refunds } from '../db/schema/index.js';
import { balanceOf, OUTSIDE } from '../ledger/index.js';
import { decideRefund } from '../orders/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  givePayPassword,
  goToPay,
  orderIn,
  PAY_PASSWORD,
  payIn,
  press,
} from '../testing/money.js';
import { PASSWORD, World } from '../testing/world.js';
import { openWithdrawals, settleWithdrawal } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const THOUSAND = 100_000;
const DAY = 86_400_000;
const BANK = { bank: '台灣銀行', holder: '王小明', no: '004-1234 5678 9012' };

const walletOf = async (token: string, scope: 'user' | 'mentor' = 'user') =>
  (await world.call(getWallet, { scope }, { token })).data;
const accountOf = async (token: string) => (await world.call(savePayoutAccount, BANK, { token })).data.id;

/** A member with money and a bank account. */
async function rich(cents: number) {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, cents);
  await givePayPassword(world, member.id);
  const account_id = await accountOf(token);
  const take = (amount_cents: number, more: object = {}) =>
    world.call(
      withdraw,
      {
        ...{ scope: 'user', amount_cents, account_id, pay_password: PAY_PASSWORD, client_token: attempt() },
        ...more,
      },
      { token },
    );
  return { token, id: member.id, account_id, take };
}

describe('a withdrawal', () => {
  test('below 1000 is refused with the text of the specification', async () => {
    const { take, token } = await rich(5 * THOUSAND);
    const answer = await take(THOUSAND - 1);
    expect(answer).toMatchObject({ code: 0, data: { reason: 'withdrawal-too-small' }, msg: '金額不足 $1000' });
    const english = await world.call(
      withdraw,
      { scope: 'user', amount_cents: 99_900, account_id: '1', pay_password: PAY_PASSWORD, client_token: attempt() },
      { token, headers: { 'accept-language': 'en' } },
    );
    expect(english.msg).toBe('amount not enough for $1000');
    expect(await walletOf(token)).toMatchObject({ frozen_cents: 0, withdrawable_cents: 5 * THOUSAND });
  });

  test('of 1000 sets the money aside; paid out, it is gone', async () => {
    const { take, token } = await rich(3 * THOUSAND);
    const outside = await balanceOf(world.db, OUTSIDE);
    const { data } = await take(THOUSAND);
    expect(data.status).toBe('applying');
    expect(await walletOf(token)).toMatchObject({
      balance_cents: 3 * THOUSAND,
      frozen_cents: 0,
      withdrawing_cents: THOUSAND,
      withdrawable_cents: 2 * THOUSAND,
    });
    await world.db.transaction((tx) =>
      settleWithdrawal(tx, { id: Number(data.id), pass: true, reason: '', now: world.clock.now() }),
    );
    expect(await walletOf(token)).toMatchObject({ balance_cents: 2 * THOUSAND, withdrawing_cents: 0 });
    expect(await balanceOf(world.db, OUTSIDE)).toBe(outside + THOUSAND - WITHDRAWAL_FEE_CENTS);
    const list = (await world.call(listWithdrawals, { scope: 'user' }, { token })).data.list;
    expect(list).toMatchObject([{ id: data.id, status: 'success', last4: '9012', amount_cents: THOUSAND }]);
  });

  test('that fails gives the money back, and says why', async () => {
    const { take, token, id: memberId } = await rich(THOUSAND);
    const id = Number((await take(THOUSAND)).data.id);
    const decision = { id, pass: false, reason: '帳號不符', now: world.clock.now() };
    await expect(world.db.transaction((tx) => settleWithdrawal(tx, { ...decision, reason: ' ' }))).rejects.toThrow(
      'invalid',
    );
    expect(await world.db.transaction((tx) => settleWithdrawal(tx, decision))).toEqual({ memberId: Number(memberId) });
    expect(await walletOf(token)).toMatchObject({ withdrawing_cents: 0, withdrawable_cents: THOUSAND });
    const failed = (await world.call(listWithdrawals, { scope: 'user', status: 'failed' }, { token })).data;
    expect(failed.list).toMatchObject([{ reason: '帳號不符', decided_at: expect.any(String) }]);
    expect((await world.call(listWithdrawals, { scope: 'user', status: 'success' }, { token })).data.total).toBe(0);
    await expect(world.db.transaction((tx) => settleWithdrawal(tx, decision))).rejects.toThrow('state-changed');
    await expect(world.db.transaction((tx) => settleWithdrawal(tx, { ...decision, id: 999_999 }))).rejects.toThrow(
      'not-found',
    );
  });

  test('twice of one balance at once succeeds once', async () => {
    const { take, token } = await rich(THOUSAND);
    const answers = await Promise.all([1, 2, 3].map(() => take(THOUSAND)));
    expect(answers.map(({ data }) => data.reason ?? 'taken').sort()).toEqual([
      'balance-short',
      'balance-short',
      'taken',
    ]);
    expect(await walletOf(token)).toMatchObject({ withdrawing_cents: THOUSAND, withdrawable_cents: 0 });
    expect((await world.call(listWithdrawals, { scope: 'user' }, { token })).data.total).toBe(1);
  });

  test('with the same token again is the same one', async () => {
    const { take, token } = await rich(5 * THOUSAND);
    const client_token = attempt();
    const first = await take(THOUSAND, { client_token });
    expect(await take(THOUSAND, { client_token })).toEqual(first);
    expect((await take(2 * THOUSAND, { client_token })).data.reason).toBe('client-token-reused');
    expect((await walletOf(token)).withdrawing_cents).toBe(THOUSAND);
  });

  test('can be taken back by its owner, until it is decided', async () => {
    const [{ take, token }, other] = [await rich(THOUSAND), await world.member()];
    const { id } = (await take(THOUSAND)).data;
    const cancel = (who: string) => world.call(cancelWithdrawal, { id, client_token: attempt() }, { token: who });
    expect((await cancel(other.token)).code).toBe(ResultCode.NotFound);
    expect((await cancel(token)).code).toBe(1);
    expect(await walletOf(token)).toMatchObject({ withdrawing_cents: 0, withdrawable_cents: THOUSAND });
    expect(await cancel(token)).toMatchObject({ code: ResultCode.Conflict, data: { reason: 'state-changed' } });
  });

  test('that is taken back and paid out at once does one of both', async () => {
    const { take, token } = await rich(THOUSAND);
    const { id } = (await take(THOUSAND)).data;
    const [back, out] = await Promise.allSettled([
      world.call(cancelWithdrawal, { id, client_token: attempt() }, { token }),
      world.db.transaction((tx) =>
        settleWithdrawal(tx, { id: Number(id), pass: true, reason: '', now: world.clock.now() }),
      ),
    ]);
    const isBack = back.status === 'fulfilled' && back.value.code === 1;
    expect(isBack).toBe(out.status === 'rejected');
    expect((await walletOf(token)).balance_cents).toBe(isBack ? THOUSAND : 0);
  });

  test('goes to an account of one’s own that is there', async () => {
    const [{ take }, other] = [await rich(2 * THOUSAND), await world.member()];
    expect((await take(THOUSAND, { account_id: await accountOf(other.token) })).code).toBe(ResultCode.NotFound);
    expect((await take(THOUSAND, { account_id: '999999' })).code).toBe(ResultCode.NotFound);
  });

  test.each([
    [{ amount_cents: 0 }, { amount_cents: 'out-of-range' }],
    [{ amount_cents: -100_000 }, { amount_cents: 'out-of-range' }],
    [{ amount_cents: 100_000.5 }, { amount_cents: 'malformed' }],
    [{ scope: 'platform' }, { scope: 'malformed' }],
  ])('with %j is refused', async (more, errors) => {
    const { take } = await rich(2 * THOUSAND);
    expect(await take(THOUSAND, more)).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
  });

  test('waits for the back office with the sealed number of its account', async () => {
    const { take } = await rich(THOUSAND);
    const { id } = (await take(THOUSAND)).data;
    const open = (await openWithdrawals(world.db)).find(({ withdrawal }) => String(withdrawal.id) === id);
    expect(open).toMatchObject({ memberName: '王小明', bank: BANK.bank, last4: '9012' });
    expect(open?.noSealed).not.toContain('12345678');
  });
});

describe('bank accounts', () => {
  test('are the member’s own, and show four digits', async () => {
    const [{ token }, other] = [await world.member(), await world.member()];
    const { data } = await world.call(savePayoutAccount, BANK, { token });
    expect(data).toEqual({ id: data.id, bank: BANK.bank, holder: BANK.holder, last4: '9012' });
    expect((await world.call(listPayoutAccounts, {}, { token })).data).toEqual([data]);
    expect((await world.call(listPayoutAccounts, {}, { token: other.token })).data).toEqual([]);
    const [row] = await world.db
      .select()
      .from(payoutAccounts)
      .where(eq(payoutAccounts.id, Number(data.id)));
    expect(row?.noSealed).not.toContain('9012');
    expect((await world.call(deletePayoutAccount, { id: data.id }, { token: other.token })).code).toBe(
      ResultCode.NotFound,
    );
    expect((await world.call(deletePayoutAccount, { id: data.id }, { token })).code).toBe(1);
    expect((await world.call(listPayoutAccounts, {}, { token })).data).toEqual([]);
    expect((await world.call(deletePayoutAccount, { id: data.id }, { token })).code).toBe(ResultCode.NotFound);
  });

  test.each([
    [{ no: '12345' }, { no: 'malformed' }],
    [{ no: '1234a5678' }, { no: 'malformed' }],
    [{ no: '' }, { no: 'required' }],
    [{ holder: ' ' }, { holder: 'required' }],
  ])('with %j are refused', async (more, errors) => {
    const { token } = await world.member();
    const answer = await world.call(savePayoutAccount, { ...BANK, ...more }, { token });
    expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
  });

  test('are ten at most', async () => {
    const { token } = await world.member();
    for (let n = 0; n < 10; n += 1) await accountOf(token);
    expect((await world.call(savePayoutAccount, BANK, { token })).code).toBe(ResultCode.TooMany);
  });
});

describe('the wallet of earnings', () => {
  test('is not for learners', async () => {
    const { token, account_id } = await rich(2 * THOUSAND);
    const scope = 'mentor' as const;
    const taking = { scope, amount_cents: THOUSAND, account_id, pay_password: PAY_PASSWORD, client_token: attempt() };
    for (const answer of [
      await world.call(getWallet, { scope }, { token }),
      await world.call(listWallet, { scope }, { token }),
      await world.call(listWithdrawals, { scope }, { token }),
      await world.call(withdraw, taking, { token }),
    ]) {
      expect(answer).toMatchObject({ code: ResultCode.Forbidden, data: { reason: 'wrong-role' } });
    }
    expect((await world.call(getWallet, { scope: 'user' })).code).toBe(ResultCode.LoginRequired);
  });

  test('shows what was sold, what is frozen, and lets it be withdrawn seven days later', async () => {
    const mentor = await mentorIn(world);
    let { token } = mentor;
    const { id: courseId } = await courseIn(world, {
      mentorId: mentor.id,
      priceCents: 2 * THOUSAND,
      originalPriceCents: 2 * THOUSAND,
    });
    const buyer = await rich(2 * THOUSAND);
    const no = await orderIn(world, buyer.token, courseId);
    await payIn(world, buyer.token, no);
    const releaseAt = new Date(world.clock.now() + 7 * DAY).toISOString();
    expect(await walletOf(token, 'mentor')).toEqual({
      balance_cents: 180_000,
      frozen_cents: 180_000,
      withdrawing_cents: 0,
      withdrawable_cents: 0,
      points: 0,
      coupons_n: 0,
      month: { in_cents: 180_000, out_cents: 0 },
      months: [
        ...['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'].map((month) => ({
          ...{ month, in_cents: 0, out_cents: 0 },
        })),
        { month: '2027-01', in_cents: 180_000, out_cents: 0 },
      ],
      next_release: { amount_cents: 180_000, at: releaseAt },
    });
    const statement = async (more: object = {}) =>
      (
        await world.call(
          listWallet,
          { scope: 'mentor', ...more },
          { token: token, headers: { 'accept-language': 'en' } },
        )
      ).data;
    const sale = { biz: 'course', title: 'Mathematics', order_no: no, gross_cents: 200_000, fee_cents: 20_000 };
    expect((await statement()).list).toMatchObject([{ ...sale, amount_cents: 180_000, state: 'frozen' }]);

    const account_id = await accountOf(token);
    await givePayPassword(world, mentor.id);
    const take = () =>
      world.call(
        withdraw,
        { scope: 'mentor', amount_cents: 150_000, account_id, pay_password: PAY_PASSWORD, client_token: attempt() },
        { token: token },
      );
    expect((await take()).data.reason).toBe('balance-short');
    world.clock.advance(7 * DAY);
    await world.parts.idle();
    // The session has expired meanwhile.
    const login = { email: mentor.email, password: PASSWORD };
    token = (await world.call(emailLogin, login)).data.token;
    const id = Number((await take()).data.id);
    // A requested withdrawal is not among the earnings that are still to be received, and no expense before it is paid.
    expect(await walletOf(token, 'mentor')).toMatchObject({
      balance_cents: 180_000,
      frozen_cents: 0,
      withdrawing_cents: 150_000,
      withdrawable_cents: 30_000,
      month: { in_cents: 180_000, out_cents: 0 },
      next_release: null,
    });
    await world.db.transaction((tx) => settleWithdrawal(tx, { id, pass: true, reason: '', now: world.clock.now() }));
    expect(await walletOf(token, 'mentor')).toMatchObject({ balance_cents: 30_000, withdrawable_cents: 30_000 });
    const { list, sum_in_cents, sum_out_cents } = await statement();
    expect(list).toMatchObject([
      { biz: 'withdraw', amount_cents: -150_000, balance_after_cents: 30_000, gross_cents: 0 },
      { ...sale, amount_cents: 180_000, balance_after_cents: 180_000, state: 'done' },
    ]);
    expect([sum_in_cents, sum_out_cents]).toEqual([180_000, 150_000]);
    expect((await statement({ biz: 'withdraw' })).total).toBe(1);
    expect((await statement({ page: 2, limit: 1 })).list).toMatchObject([{ order_no: no }]);
  });
});

describe('the learner’s statement', () => {
  test('has recharge, purchase and refund, each with what is left', async () => {
    const mentor = await mentorIn(world);
    const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
    const { token } = await world.member();
    const item = { type: 'recharge', amount_cents: 3 * THOUSAND } as const;
    const { order_no } = (await world.call(createOrder, { item, client_token: attempt() }, { token })).data;
    // A wallet cannot recharge itself.
    expect((await payIn(world, token, order_no)).data.reason).toBe('payment-unavailable');
    await press(world, await goToPay(world, token, order_no), 'success');
    const no = await orderIn(world, token, courseId);
    await payIn(world, token, no);
    await world.call(applyRefund, { order_no: no, reason: '買錯了', client_token: attempt() }, { token });
    const [asked] = await world.db.select().from(refunds);
    await world.db.transaction((tx) =>
      decideRefund(tx, world.parts.purchasables, { id: asked!.id, pass: true, reason: '', now: world.clock.now() }),
    );
    const { data } = await world.call(listWallet, { scope: 'user' }, { token });
    expect(data.list).toMatchObject([
      { biz: 'refund', amount_cents: THOUSAND, balance_after_cents: 300_000, order_no: no, title: '高中數學' },
      { biz: 'course', amount_cents: -THOUSAND, balance_after_cents: 200_000, fee_cents: 0, state: 'done' },
      { biz: 'recharge', amount_cents: 300_000, balance_after_cents: 300_000, title: '錢包儲值' },
    ]);
    expect(data).toMatchObject({ sum_in_cents: 400_000, sum_out_cents: THOUSAND });
    expect((await walletOf(token)).month).toEqual({ in_cents: 0, out_cents: THOUSAND });
  });

  test('asks for days as they are where the member lives', async () => {
    const { token, member } = await world.member();
    await giveMoney(world, member.id, 500);
    // Asia/Taipei, eight hours ahead.
    const today = new Date(world.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const tomorrow = new Date(world.clock.now() + 32 * 3_600_000).toISOString().slice(0, 10);
    const find = async (request: object) =>
      (await world.call(listWallet, { scope: 'user', ...request }, { token })).data.total;
    expect(await find({ from: today, to: today })).toBe(1);
    expect(await find({ from: tomorrow })).toBe(0);
    expect((await world.call(listWallet, { scope: 'user', from: '2026-02-30' }, { token })).code).toBe(
      ResultCode.Invalid,
    );
  });

  test('of an empty wallet is empty', async () => {
    const { token } = await world.member();
    expect((await world.call(listWallet, { scope: 'user' }, { token })).data).toMatchObject({ list: [], total: 0 });
    expect(await walletOf(token)).toMatchObject({ balance_cents: 0, month: { in_cents: 0, out_cents: 0 } });
  });
});
