import {
  cancelOrder,
  getPaymentResult,
  listPayChannels,
  ResultCode,
  submitPayment,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEnrolled } from '../courses/index.js';
import { balanceOf, moneyOf } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  giveMoney,
  goToPay,
  orderIn,
  paymentOf,
  payIn,
  providerRefundOf,
  press,
  receiveNotice,
} from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
let mentorId: number;
beforeAll(async () => {
  world = await World.start();
  mentorId = (await mentorIn(world)).id;
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const PRICE = 100_000;
const MINUTE = 60_000;

/** A buyer with an unpaid order. */
async function buyer() {
  const { token, member } = await world.member();
  const { id: courseId } = await courseIn(world, { mentorId });
  const no = await orderIn(world, token, courseId);
  return {
    ...{ token, courseId, no, id: member.id },
    balance: () => balanceOf(world.db, moneyOf(Number(member.id))),
    returned: () => providerRefundOf(world, no),
    owns: () => isEnrolled(world.db, Number(member.id), courseId),
    result: async () => (await world.call(getPaymentResult, { order_no: no }, { token })).data,
  };
}

describe('the development payment page', () => {
  test('shows what is paid, and sends the buyer back', async () => {
    const { token, no } = await buyer();
    const path = await goToPay(world, token, no);
    const { body, headers } = await world.app.inject({ url: path });
    expect(body).toContain('NT$1,000');
    expect(body).toContain('<html lang="zh-Hant">');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const response = await world.app.inject({
      method: 'POST',
      url: `${path}/success`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(response.headers.location).toBe(`/video-pay?order=${no}`);
    expect((await world.app.inject({ url: '/dev/pay/nothing' })).statusCode).toBe(404);
    expect(await press(world, path, 'toString')).toBe(404);
  });

  test('speaks the buyer’s language, and says what became of an attempt', async () => {
    const { token, no } = await buyer();
    const path = await goToPay(world, token, no);
    const headers = { 'accept-language': 'en-GB,en;q=0.9' };
    const shown = async () => (await world.app.inject({ url: path, headers })).body;
    expect(await shown()).toContain('<html lang="en">');
    expect(await shown()).toContain('Pay, told twice');
    await press(world, path, 'decline');
    expect(await shown()).toContain('This payment has failed.');
    expect(await shown()).not.toContain('<button');
  });

  test('pays, and gives the course', async () => {
    const own = await buyer();
    await press(world, await goToPay(world, own.token, own.no), 'success');
    expect(await own.result()).toMatchObject({ order_status: 'paid', payment_state: 'succeeded' });
    expect([await own.owns(), await own.balance()]).toEqual([true, 0]);
  });

  test('declines; another attempt may succeed', async () => {
    const own = await buyer();
    await press(world, await goToPay(world, own.token, own.no), 'decline');
    expect(await own.result()).toMatchObject({ order_status: 'pending', payment_state: 'failed' });
    await press(world, await goToPay(world, own.token, own.no), 'success');
    expect(await own.result()).toMatchObject({ order_status: 'paid', payment_state: 'succeeded' });
  });

  test.each(['duplicate', 'disorder'])('told %s pays once', async (way) => {
    const own = await buyer();
    await press(world, await goToPay(world, own.token, own.no), way);
    await world.parts.idle();
    expect(await own.result()).toMatchObject({ order_status: 'paid', payment_state: 'succeeded' });
    expect(await own.balance()).toBe(0);
  });

  test('told a minute later pays a minute later', async () => {
    const own = await buyer();
    await press(world, await goToPay(world, own.token, own.no), 'delay');
    await world.parts.idle();
    expect(await own.result()).toMatchObject({ order_status: 'pending', payment_state: 'created' });
    world.clock.advance(MINUTE);
    await world.parts.idle();
    expect((await own.result()).order_status).toBe('paid');
  });

  test('told after the order’s time gives the money back through the provider', async () => {
    const own = await buyer();
    await press(world, await goToPay(world, own.token, own.no), 'late');
    world.clock.advance(31 * MINUTE);
    await world.parts.idle();
    expect(await own.result()).toMatchObject({ order_status: 'cancelled', payment_state: 'refunded' });
    expect([await own.owns(), await own.balance(), await own.returned()]).toEqual([false, 0, PRICE]);
  });

  test('is not there outside of demo mode', async () => {
    const quiet = await World.start({ isDemo: false });
    expect((await quiet.app.inject({ url: '/dev/pay/x' })).statusCode).toBe(404);
    await quiet.close();
  });
});

describe('what providers tell', () => {
  const success = (outNo: string) => ({ outNo, hasSucceeded: true, providerRef: 'x' });
  const outNoOf = async (path: string) => path.split('/').at(-1) ?? '';

  test('of an order that was cancelled goes back through the provider, once', async () => {
    const own = await buyer();
    const outNo = await outNoOf(await goToPay(world, own.token, own.no));
    await world.call(cancelOrder, { order_no: own.no }, { token: own.token });
    const now = world.clock.now();
    const outcomes = await Promise.all([1, 2, 3].map(() => receiveNotice(world, success(outNo), now)));
    expect(outcomes.sort()).toEqual(['known', 'known', 'refunded']);
    expect([await own.owns(), await own.balance(), await own.returned()]).toEqual([false, 0, PRICE]);
  });

  test('of two attempts that both succeed pays one and gives the other back', async () => {
    const own = await buyer();
    const attempts = [await goToPay(world, own.token, own.no), await goToPay(world, own.token, own.no)];
    await Promise.all(attempts.map((path) => press(world, path, 'success')));
    expect((await own.result()).order_status).toBe('paid');
    expect([await own.owns(), await own.balance(), await own.returned()]).toEqual([true, 0, PRICE]);
  });

  test('while the wallet pays takes the money once', async () => {
    const own = await buyer();
    await giveMoney(world, own.id, PRICE);
    const path = await goToPay(world, own.token, own.no);
    await Promise.all([press(world, path, 'success'), payIn(world, own.token, own.no)]);
    // Whichever came first, the course costs its price exactly once.
    expect([await own.owns(), (await own.balance()) + (await own.returned())]).toEqual([true, PRICE]);
  });

  test('after the time is over, and before anything has cancelled the order, is late all the same', async () => {
    const own = await buyer();
    const outNo = await outNoOf(await goToPay(world, own.token, own.no));
    const after = world.clock.now() + 30 * MINUTE;
    expect(await receiveNotice(world, success(outNo), after)).toBe('refunded');
    expect((await own.result()).order_status).toBe('cancelled');
    expect([await own.balance(), await own.returned()]).toEqual([0, PRICE]);
  });

  test('of a failure and then a success counts as a success', async () => {
    const own = await buyer();
    const outNo = await outNoOf(await goToPay(world, own.token, own.no));
    const now = world.clock.now();
    expect(await receiveNotice(world, { ...success(outNo), hasSucceeded: false }, now)).toBe('failed');
    expect(await receiveNotice(world, success(outNo), now)).toBe('paid');
    expect((await paymentOf(world, own.no))?.state).toBe('succeeded');
  });

  test('of another amount or another attempt changes nothing', async () => {
    const own = await buyer();
    const outNo = await outNoOf(await goToPay(world, own.token, own.no));
    const now = world.clock.now();
    expect(await receiveNotice(world, { ...success(outNo), amountCents: PRICE - 1 }, now)).toBe('wrong-amount');
    expect(await receiveNotice(world, success('nobody'), now)).toBe('unknown');
    expect(await own.result()).toMatchObject({ order_status: 'pending', payment_state: 'created' });
  });
});

describe('ways to pay', () => {
  test('are the wallet, with what it holds, and the page', async () => {
    const own = await buyer();
    const channels = async () => (await world.call(listPayChannels, { order_no: own.no }, { token: own.token })).data;
    expect(await channels()).toEqual([
      { code: 'balance', usable: false, balance_cents: 0, needs_password: false },
      { code: 'mock', usable: true, balance_cents: null, needs_password: false },
    ]);
    await giveMoney(world, own.id, PRICE);
    expect((await channels())[0]).toEqual({
      code: 'balance',
      usable: true,
      balance_cents: PRICE,
      needs_password: false,
    });
  });

  test('of others’ orders are not told, nor taken; one that is not there is refused', async () => {
    const [own, other] = [await buyer(), await world.member()];
    const to = { order_no: own.no };
    expect((await world.call(listPayChannels, to, { token: other.token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(getPaymentResult, to, { token: other.token })).code).toBe(ResultCode.NotFound);
    const card = { ...to, channel: 'card', client_token: attempt() } as const;
    expect((await world.call(submitPayment, card, { token: own.token })).data.reason).toBe('payment-unavailable');
    expect((await world.call(submitPayment, { ...card, channel: 'gold' }, { token: own.token })).code).toBe(
      ResultCode.Invalid,
    );
  });
});
