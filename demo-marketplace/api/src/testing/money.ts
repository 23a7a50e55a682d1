import {
  createOrder,
  sendPayPasswordCode,
  setPayPassword,
  submitPayment,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { desc, eq, sql } from 'drizzle-orm';
import { orders, payments, refundTransfers } from '../db/schema/index.js';
import { moneyOf, OUTSIDE, POINTS_OUTSIDE, pointsOf, post, transfer } from '../ledger/index.js';
import { Passwords } from '@lectern/kit/passwords';
import { handlePaymentNotice, type PaymentOutcome } from '../payments/payments.js';
import type { PaymentNotice } from '../payments/ports.js';
import { Throttle, Vault } from '../security/index.js';
import { PayPasswords } from '../wallet/index.js';
import { PASSWORD_COST, SECRET, type World } from './world.js';

let attempts = 0;
let gifts = 0;

/** Returns an unused client token. */
export const attempt = (): string => `attempt-of-a-test-${(attempts += 1)}`;

const gift = (world: World) => ({
  business: 'adjust',
  businessId: `gift ${(gifts += 1)}`,
  memo: '',
  at: world.clock.now(),
});

/** Credits money to a member's wallet. */
export const giveMoney = (world: World, memberId: string, cents: number): Promise<boolean> =>
  world.db.transaction((tx) =>
    post(tx, { ...gift(world), postings: transfer(OUTSIDE, moneyOf(Number(memberId)), cents) }),
  );

export const givePoints = (world: World, memberId: string, points: number): Promise<boolean> =>
  world.db.transaction((tx) =>
    post(tx, { ...gift(world), postings: transfer(POINTS_OUTSIDE, pointsOf(Number(memberId)), points) }),
  );

/** Checks the ledger. @throws {Error} when it does not sum to zero, or an account is negative */
export async function checkBooks(world: World): Promise<void> {
  const { rows } = await world.db.execute<{ fault: string }>(sql`
    SELECT 'transaction ' || e.transaction_id AS fault FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
      GROUP BY e.transaction_id, a.unit HAVING sum(e.amount) <> 0
    UNION ALL SELECT 'sum of ' || unit FROM ledger_account GROUP BY unit HAVING sum(balance) <> 0
    UNION ALL SELECT 'stray ' || a.id FROM ledger_account a
      WHERE a.balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE account_id = a.id)
    UNION ALL SELECT 'refunds in transit' WHERE
      coalesce((SELECT balance FROM ledger_account WHERE kind = 'refunds'), 0) <>
      (SELECT coalesce(sum(amount_cents), 0) FROM refund_transfer WHERE state IN ('requested', 'sent', 'failed'))
    UNION ALL SELECT 'below zero ' || id FROM ledger_account WHERE balance < 0 AND kind <> 'outside'`);
  if (rows.length > 0) throw new Error(`the books are wrong: ${rows.map(({ fault }) => fault).join(', ')}`);
}

/** Handles a provider's notice of a payment, which arrives now by default. */
export const receiveNotice = (world: World, notice: PaymentNotice, now = world.clock.now()): Promise<PaymentOutcome> =>
  world.db.transaction((tx) => handlePaymentNotice(tx, world.parts.purchasables, notice, now));

/** Orders a course. */
export async function orderIn(
  world: World,
  token: string,
  courseId: number,
  more: Partial<RequestOf<typeof createOrder>> = {},
): Promise<string> {
  const item = { type: 'course', id: String(courseId) } as const;
  const answer = await world.call(createOrder, { item, client_token: attempt(), ...more }, { token });
  if (answer.code !== 1) throw new Error(`nothing was ordered: ${JSON.stringify(answer)}`);
  return answer.data.order_no;
}

export const PAY_PASSWORD = '246810';

/** Sets a payment password directly, without a code. */
export async function givePayPassword(world: World, memberId: string | number): Promise<void> {
  const ports = { passwords: new Passwords(PASSWORD_COST), throttle: new Throttle(world.db), vault: new Vault(SECRET) };
  const known = new PayPasswords({ pool: world.db, ...ports });
  await world.db.transaction((tx) => known.set(tx, Number(memberId), PAY_PASSWORD, world.clock.now()));
}

/** Sets a payment password with a code, as a member does. */
export async function choosePayPassword(world: World, { token, email }: { token: string; email: string }) {
  const channel = 'email';
  await world.call(sendPayPasswordCode, { channel }, { token });
  const [newest] = await world.inbox(email);
  const code = /\d{6}/.exec(newest?.text ?? '')?.[0] ?? '';
  const form = { channel, code, password6: PAY_PASSWORD, password6_2: PAY_PASSWORD } as const;
  const answer = await world.call(setPayPassword, form, { token });
  if (answer.code !== 1) throw new Error(`no payment password was set: ${JSON.stringify(answer)}`);
}

/** Pays an order from the wallet, also with {@link givePayPassword a payment password}. */
export const payIn = (world: World, token: string, orderNo: string) =>
  world.call(
    submitPayment,
    { order_no: orderNo, channel: 'balance', pay_password: PAY_PASSWORD, client_token: attempt() },
    { token },
  );

/** Opens the development payment page; resolves with its path. */
export async function goToPay(world: World, token: string, orderNo: string): Promise<string> {
  const request = { order_no: orderNo, channel: 'mock', client_token: attempt() } as const;
  const answer = await world.call(submitPayment, request, { token });
  if (answer.code !== 1) throw new Error(`there is nowhere to pay: ${JSON.stringify(answer)}`);
  return answer.data.url ?? '';
}

/** Presses a button of the development payment page. */
export async function press(world: World, path: string, way: string): Promise<number> {
  const response = await world.app.inject({
    method: 'POST',
    url: `${path}/${way}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
  return response.statusCode;
}

/** The newest payment attempt of an order. */
export async function paymentOf(world: World, orderNo: string) {
  const [row] = await world.db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.orderNo, orderNo))
    .orderBy(desc(payments.id))
    .limit(1);
  return row?.payment;
}

/** Cents of an order refunded, or to be refunded, through its payment provider. */
export async function providerRefundOf(world: World, orderNo: string): Promise<number> {
  const [row] = await world.db
    .select({ cents: sql<number>`coalesce(sum(${refundTransfers.amountCents}), 0)`.mapWith(Number) })
    .from(refundTransfers)
    .innerJoin(orders, eq(orders.id, refundTransfers.orderId))
    .where(eq(orders.orderNo, orderNo));
  return row?.cents ?? 0;
}
