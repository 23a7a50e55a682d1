import { FailureReason, savePayoutAccount } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withdrawals } from '../db/schema/index.js';
import { balanceOf, moneyOf } from '../ledger/index.js';
import { IllegalTransitionError } from '../lifecycle/index.js';
import { checkBooks, giveMoney } from '../testing/money.js';
import { World } from '../testing/world.js';
import { WITHDRAWAL, type WithdrawalEvent } from './lifecycle.js';
import { applyForWithdrawal, walletAccounts, settleWithdrawal, cancelWithdrawalRequest } from './withdrawals.js';

const CENTS = 150_000;
let world: World;
let memberId: number;
let accountId: number;
beforeAll(async () => {
  world = await World.start();
  const { token, member } = await world.member();
  memberId = Number(member.id);
  await giveMoney(world, member.id, 20 * CENTS);
  const BANK = { bank: '台灣銀行', holder: '王小明', no: '004-1234 5678 9012' };
  accountId = Number((await world.call(savePayoutAccount, BANK, { token })).data.id);
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const EVENTS: Readonly<Record<WithdrawalEvent, (id: number) => Promise<unknown>>> = {
  pay: (id) => world.db.transaction((tx) => settleWithdrawal(tx, { id, pass: true, reason: '', now: 1 })),
  fail: (id) => world.db.transaction((tx) => settleWithdrawal(tx, { id, pass: false, reason: 'no', now: 1 })),
  cancel: (id) => world.db.transaction((tx) => cancelWithdrawalRequest(tx, memberId, id, 1)),
};

/** The events that lead from a new withdrawal to each state. */
const PATHS = { applying: [], success: ['pay'], failed: ['fail'], cancelled: ['cancel'] } as const;
/** The resulting state, and the share of the amount that is back in the wallet; null for a refused event. */
const EXPECTED = {
  applying: { pay: ['success', 0], fail: ['failed', 1], cancel: ['cancelled', 1] },
  success: { pay: null, fail: null, cancel: null },
  failed: { pay: null, fail: null, cancel: null },
  cancelled: { pay: null, fail: null, cancel: null },
} as const;
const CASES = WITHDRAWAL.states.flatMap((state) => WITHDRAWAL.events.map((event) => ({ state, event })));

it('covers each state and each event', () => {
  expect(WITHDRAWAL.states.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  expect(WITHDRAWAL.events.toSorted()).toEqual(Object.keys(EVENTS).toSorted());
});

it.each(CASES)('"$event" of a withdrawal that is "$state" follows its table, and so does the money', async (one) => {
  const { id } = await world.db.transaction((tx) =>
    applyForWithdrawal(tx, { memberId, scope: 'user', amountCents: CENTS, accountId, now: 0 }),
  );
  for (const event of PATHS[one.state]) await EVENTS[event](id);
  const statusOf = async () => (await world.db.select().from(withdrawals).where(eq(withdrawals.id, id)))[0]?.status;
  const moneyIn = async () => ({
    free: await balanceOf(world.db, moneyOf(memberId)),
    payout: await balanceOf(world.db, walletAccounts(memberId, 'user').payout),
  });
  const before = await moneyIn();
  expect(await statusOf()).toBe(one.state);

  const attempt = EVENTS[one.event](id);
  const expected = EXPECTED[one.state][one.event];
  if (expected === null) {
    await expect(attempt).rejects.toBeInstanceOf(IllegalTransitionError);
    await expect(attempt).rejects.toMatchObject({ data: { reason: FailureReason.StateChanged } });
    expect(await statusOf()).toBe(one.state);
    expect(await moneyIn()).toEqual(before);
    return;
  }
  await attempt;
  const [state, share] = expected;
  expect(await statusOf()).toBe(state);
  expect(await moneyIn()).toEqual({ free: before.free + share * CENTS, payout: before.payout - CENTS });
});
