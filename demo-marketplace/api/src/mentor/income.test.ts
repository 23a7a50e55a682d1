import { applyRefund, emailLogin, getStudio } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideRefund, openRefunds } from '../orders/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, giveMoney, orderIn, payIn } from '../testing/money.js';
import { PASSWORD, World } from '../testing/world.js';
import { applyForWithdrawal, settleWithdrawal } from '../wallet/withdrawals.js';
import { addPayoutAccount } from '../wallet/accounts.js';
import { Vault } from '../security/index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const DAY = 86_400_000;
const PRICE = 200_000;
/** Price less the platform's share. */
const EARNED = 180_000;

test('the desk says what came in each month, less refunds; what is withdrawn is no loss', async () => {
  const mentor = await mentorIn(world);
  const { id: courseId } = await courseIn(world, {
    ...{ mentorId: mentor.id, priceCents: PRICE, originalPriceCents: PRICE },
  });
  const sell = async () => {
    const buyer = await world.member();
    await giveMoney(world, buyer.member.id, PRICE);
    const no = await orderIn(world, buyer.token, courseId);
    await payIn(world, buyer.token, no);
    return { no, token: buyer.token };
  };
  const incomes = async () => {
    const login = { email: mentor.email, password: PASSWORD };
    const { token } = (await world.call(emailLogin, login)).data;
    return (await world.call(getStudio, {}, { token })).data.income;
  };
  const none = { income_cents: 0, sales: 0 };
  // The fake clock starts in the middle of January 2027.
  expect(await incomes()).toEqual(
    ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01'].map((month) => ({ month, ...none })),
  );

  await sell();
  await sell();
  world.clock.advance(7 * DAY);
  await world.parts.idle();
  const opened = { memberId: mentor.id, bank: '台灣銀行', holder: '王老師', no: '0041234567', now: world.clock.now() };
  const { id: accountId } = await addPayoutAccount(world.db, new Vault('a secret of a test'), opened);
  const asked = { memberId: mentor.id, scope: 'mentor', amountCents: EARNED, accountId } as const;
  const { id } = await world.db.transaction((tx) => applyForWithdrawal(tx, { ...asked, now: world.clock.now() }));
  await world.db.transaction((tx) => settleWithdrawal(tx, { id, pass: true, reason: '', now: world.clock.now() }));
  expect((await incomes()).at(-1)).toEqual({ month: '2027-01', income_cents: 2 * EARNED, sales: 2 });

  world.clock.advance(20 * DAY);
  const { no, token } = await sell();
  await sell();
  await world.call(applyRefund, { order_no: no, reason: '買錯了', client_token: attempt() }, { token });
  const refund = (await openRefunds(world.db, world.parts.purchasables)).find(({ order }) => order.orderNo === no);
  await world.db.transaction((tx) =>
    decideRefund(tx, world.parts.purchasables, {
      id: refund!.refund.id,
      pass: true,
      reason: '',
      now: world.clock.now(),
    }),
  );
  expect((await incomes()).slice(-3)).toEqual([
    { month: '2026-12', ...none },
    { month: '2027-01', income_cents: 2 * EARNED, sales: 2 },
    { month: '2027-02', income_cents: EARNED, sales: 2 },
  ]);
});
