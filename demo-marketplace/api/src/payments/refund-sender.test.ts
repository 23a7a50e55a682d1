import {
  applyRefund,
  closeAccount,
  closePaymentCase,
  createOrder,
  getOrder,
  listPaymentCases,
  previewRefund,
  submitPayment,
  type PaymentCaseOutcome,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { crowdfunds, members, refundTransfers } from '../db/schema/index.js';
import { balanceOf, FEES, moneyOf, OUTSIDE, pointsOf, REFUNDS } from '../ledger/index.js';
import { decideRefund, moveTransfer, openRefunds, REFUND_TRANSFER, requestTransfer } from '../orders/index.js';
import { settleCrowdfund } from '../crowdfund/pledges.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  givePoints,
  goToPay,
  orderIn,
  paymentOf,
  press,
  receiveNotice,
} from '../testing/money.js';
import { PASSWORD, World } from '../testing/world.js';

const WEBHOOK_SECRET = 'whsec-of-a-test';
const PRICE = 100_000;
const POINTS = 10_000;
const PAID = PRICE - POINTS;
const DAY = 86_400_000;

let world: World;
let staff: string;
let mentorId: number;
/** Refund requests received by the provider. */
let asked: { readonly key: string; readonly form: Record<string, string> }[] = [];
let answer: (path: string) => Response | Promise<Response>;
const refund = (status: string) => Response.json({ id: 're_1', status });
const provider: typeof fetch = async (url, init = {}) => {
  const { pathname } = new URL(url instanceof Request ? url.url : url);
  if (pathname.startsWith('/v1/checkout/sessions')) {
    return Response.json({ url: 'https://checkout.example.org/cs_1', payment_intent: 'pi_1' });
  }
  if (init.method === 'POST') {
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    asked.push({ key, form: Object.fromEntries(init.body as URLSearchParams) });
  }
  return answer(pathname);
};

beforeAll(async () => {
  world = await World.start({ card: { secretKey: 'sk-of-a-test', webhookSecret: WEBHOOK_SECRET, fetch: provider } });
  mentorId = (await mentorIn(world)).id;
  const { token, member } = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(member.id)));
  staff = token;
});
beforeEach(() => {
  asked = [];
  answer = () => refund('succeeded');
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

/** A buyer who paid with card and points, and whose granted refund was not sent yet. */
async function granted() {
  const { id: courseId } = await courseIn(world, { mentorId });
  const { token, member } = await world.member();
  const memberId = Number(member.id);
  await givePoints(world, member.id, POINTS);
  const no = await orderIn(world, token, courseId, { points: POINTS });
  await world.call(submitPayment, { order_no: no, channel: 'card', client_token: attempt() }, { token });
  const { outNo } = (await paymentOf(world, no))!;
  const notice = { outNo, hasSucceeded: true, amountCents: PAID, providerRef: 'cs_1' };
  expect(await receiveNotice(world, notice)).toBe('paid');
  const preview = (await world.call(previewRefund, { order_no: no }, { token })).data;
  await world.call(applyRefund, { order_no: no, reason: '不適合我', client_token: attempt() }, { token });
  const id =
    (await openRefunds(world.db, world.parts.purchasables)).find(({ order }) => order.orderNo === no)?.refund.id ?? 0;
  await world.db.transaction((tx) =>
    decideRefund(tx, world.parts.purchasables, { id, pass: true, reason: '', now: world.clock.now() }),
  );
  const orderId = (await paymentOf(world, no))!.orderId;
  const transfer = async () => {
    const [row] = await world.db.select().from(refundTransfers).where(eq(refundTransfers.orderId, orderId));
    return row!;
  };
  const cases = async () =>
    (await world.call(listPaymentCases, { limit: 50 }, { token: staff })).data.list.filter(
      ({ order_no }) => order_no === no,
    );
  return {
    ...{ token, no, preview, transfer, cases },
    wallet: () => balanceOf(world.db, moneyOf(memberId)),
    points: () => balanceOf(world.db, pointsOf(memberId)),
    progress: async () => (await world.call(getOrder, { order_no: no }, { token })).data.refund_progress,
    decide: async (outcome: PaymentCaseOutcome) => {
      const [one] = await cases();
      const body = { id: one?.id ?? '', outcome, reason: '卡片已停用', client_token: attempt() };
      return world.call(closePaymentCase, body, { token: staff });
    },
  };
}

async function receiveEvent(type: string, object: object) {
  const body = JSON.stringify({ type, data: { object } });
  const seconds = Math.floor(world.clock.now() / 1000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
  const response = await world.app.inject({
    method: 'POST',
    url: '/hook/pay/card',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    payload: body,
  });
  return response.json<{ outcome?: string }>().outcome;
}

test('a card payment is refunded to the card, its points as points, and nothing into the wallet', async () => {
  const [outside, fees] = [await balanceOf(world.db, OUTSIDE), await balanceOf(world.db, FEES)];
  const own = await granted();
  expect(own.preview).toMatchObject({ provider_cents: PAID, wallet_cents: 0, points: POINTS });
  expect([await own.progress(), await balanceOf(world.db, REFUNDS)]).toEqual(['sent', PAID]);
  await world.parts.idle();
  const { id } = await own.transfer();
  expect(asked).toEqual([
    {
      key: `refund-${own.no}-${id}-1`,
      form: { payment_intent: 'pi_1', amount: String(PAID), 'metadata[refund]': `refund-${own.no}-${id}-1` },
    },
  ]);
  expect([await own.progress(), await own.wallet(), await own.points()]).toEqual(['settled', 0, POINTS]);
  // The ledger is as before the purchase.
  expect([await balanceOf(world.db, OUTSIDE), await balanceOf(world.db, FEES)]).toEqual([outside, fees]);
  await world.parts.idle();
  expect(asked).toHaveLength(1);
});

test('a refund that the provider pays out later is settled by its notice, once, or by asking', async () => {
  answer = () => refund('pending');
  const [own, other] = [await granted(), await granted()];
  await world.parts.idle();
  expect([await own.progress(), (await own.transfer()).state]).toEqual(['sent', 'sent']);
  const { id } = await own.transfer();
  const metadata = { refund: `refund-${own.no}-${id}-1` };
  expect(await receiveEvent('refund.updated', { id: 're_1', status: 'pending', metadata })).toBe('known');
  expect(await receiveEvent('refund.updated', { id: 're_1', status: 'succeeded', metadata })).toBe('settled');
  expect(await receiveEvent('charge.refund.updated', { id: 're_1', status: 'succeeded', metadata })).toBe('known');
  expect(await own.progress()).toBe('settled');
  expect(await receiveEvent('refund.updated', { id: 're_2', status: 'succeeded', metadata: {} })).toBe('ignored');
  expect(await receiveEvent('refund.updated', { id: 're_2', status: 'succeeded', metadata: { refund: 'x' } })).toBe(
    'unknown',
  );
  // The notification about the other refund is lost.
  world.clock.advance(DAY / 4);
  await world.parts.idle();
  expect((await other.transfer()).state).toBe('sent');
  answer = () => refund('succeeded');
  world.clock.advance(DAY / 4);
  await world.parts.idle();
  expect([await other.progress(), asked.length]).toEqual(['settled', 2]);
});

test('a provider that does not answer is asked for the same again, in no transaction, until it does', async () => {
  const own = await granted();
  answer = async () => {
    // No lock is held during the call: another connection can write the row.
    await world.db.transaction((db) => db.select().from(refundTransfers).for('update', { noWait: true }));
    throw new TypeError('network is gone');
  };
  for (let call = 0; call < 10; call += 1) {
    await world.parts.idle();
    world.clock.advance(DAY / 24);
  }
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked.length).toBeGreaterThanOrEqual(10);
  expect(await own.progress()).toBe('sent');
  expect(await own.cases()).toMatchObject([{ kind: 'job-failed', outcomes: ['dismissed'] }]);
  answer = () => refund('succeeded');
  world.clock.advance(DAY / 24);
  await world.parts.idle();
  expect(await own.progress()).toBe('settled');
});

const refuse = () =>
  Response.json(
    { error: { type: 'card_error', code: 'expired_or_canceled_card', message: 'The card is closed.' } },
    { status: 402 },
  );

test('a refund that the provider refuses waits for the office, which asks again or pays into the wallet', async () => {
  answer = refuse;
  const own = await granted();
  await world.parts.idle();
  expect(await own.progress()).toBe('delayed');
  expect(await own.cases()).toMatchObject([
    {
      ...{ kind: 'refund-failed', amount_cents: PAID, note: 'expired_or_canceled_card The card is closed.' },
      outcomes: ['retried', 'credited', 'returned'],
    },
  ]);
  // A member with an open refund cannot close the account.
  const leaving = await world.call(closeAccount, { password: PASSWORD }, { token: own.token });
  expect(leaving.code).not.toBe(1);
  expect((await own.decide('retried')).code).toBe(1);
  await world.parts.idle();
  expect(asked.map(({ key }) => key.slice(-2))).toEqual(['-1', '-2']);
  expect((await own.decide('credited')).code).toBe(1);
  expect([await own.progress(), await own.wallet()]).toEqual(['wallet', PAID]);
  expect(await own.cases()).toEqual([]);
  await world.parts.idle();
  expect(asked).toHaveLength(2);
});

test('a refund that comes back after it was settled waits for the office, which pays it by hand', async () => {
  const own = await granted();
  await world.parts.idle();
  const { id } = await own.transfer();
  const failed = { id: 're_1', status: 'failed', failure_reason: 'lost_or_stolen_card' };
  const metadata = { refund: `refund-${own.no}-${id}-1` };
  expect(await receiveEvent('refund.failed', { ...failed, metadata })).toBe('refused');
  expect(await receiveEvent('refund.failed', { ...failed, metadata })).toBe('known');
  expect(await own.progress()).toBe('delayed');
  expect((await own.decide('returned')).code).toBe(1);
  expect([await own.progress(), await own.wallet()]).toEqual(['returned', 0]);
  // A late notification about the first attempt changes nothing.
  expect(await receiveEvent('refund.updated', { id: 're_1', status: 'succeeded', metadata })).toBe('known');
});

test('two offices deciding at once pay once', async () => {
  answer = refuse;
  const before = await balanceOf(world.db, REFUNDS);
  const own = await granted();
  await world.parts.idle();
  const results = await Promise.all([own.decide('credited'), own.decide('returned'), own.decide('credited')]);
  expect(results.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(await balanceOf(world.db, REFUNDS)).toBe(before);
});

test('a demo payment goes back through the demo provider, and one of a closed card is refused', async () => {
  const { id: courseId } = await courseIn(world, { mentorId });
  for (const [way, progress] of Object.entries({ success: 'settled', unrefundable: 'delayed' })) {
    const { token, member } = await world.member();
    const no = await orderIn(world, token, courseId);
    await press(world, await goToPay(world, token, no), way);
    await world.call(applyRefund, { order_no: no, reason: 'x', client_token: attempt() }, { token });
    const id =
      (await openRefunds(world.db, world.parts.purchasables)).find(({ order }) => order.orderNo === no)?.refund.id ?? 0;
    await world.db.transaction((tx) =>
      decideRefund(tx, world.parts.purchasables, { id, pass: true, reason: '', now: world.clock.now() }),
    );
    await world.parts.idle();
    expect((await world.call(getOrder, { order_no: no }, { token })).data.refund_progress).toBe(progress);
    expect(await balanceOf(world.db, moneyOf(Number(member.id)))).toBe(0);
  }
});

test('a campaign that fails gives each backer back to where the pledge came from', async () => {
  const { id: courseId } = await courseIn(world, { mentorId });
  const now = world.clock.now();
  const times = { startsAt: now, deadline: now + DAY, produceBy: now + 90 * DAY };
  await world.db
    .insert(crowdfunds)
    .values({ courseId, targetType: 'people', target: 2, earlyPriceCents: PRICE, ...times, state: 'funding' });
  const { token, member } = await world.member();
  const item = { type: 'course', id: String(courseId) } as const;
  const { order_no } = (await world.call(createOrder, { item, client_token: attempt() }, { token })).data;
  await press(world, await goToPay(world, token, order_no), 'success');
  world.clock.advance(DAY);
  await world.db.transaction((tx) => settleCrowdfund(tx, courseId, world.clock.now()));
  await world.parts.idle();
  expect((await world.call(getOrder, { order_no }, { token })).data.refund_progress).toBe('settled');
  expect(await balanceOf(world.db, moneyOf(Number(member.id)))).toBe(0);
});

test('no more goes back than a payment brought, and no state follows another that it may not', async () => {
  const own = await granted();
  await world.parts.idle();
  const { orderId, paymentId, id } = await own.transfer();
  const more = { orderId, paymentId, amountCents: 1, now: world.clock.now() };
  await expect(world.db.transaction((tx) => requestTransfer(tx, more))).rejects.toThrow(RangeError);
  expect((await own.transfer()).state).toBe('settled');
  for (const event of REFUND_TRANSFER.events.filter((one) => !REFUND_TRANSFER.can('settled', one))) {
    expect(
      await world.db.transaction((tx) => moveTransfer(tx, id, { event, attempt: 1, now: world.clock.now() })),
    ).toBeUndefined();
  }
  // An event of another attempt changes nothing either.
  expect(
    await world.db.transaction((tx) => moveTransfer(tx, id, { event: 'fail', attempt: 2, now: world.clock.now() })),
  ).toBeUndefined();
});
