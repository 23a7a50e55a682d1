import { getPaymentResult, listPayChannels, submitPayment } from '@lectern/marketplace-contract';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isEnrolled } from '../courses/index.js';
import { balanceOf, moneyOf, REFUNDS } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, orderIn, paymentOf } from '../testing/money.js';
import { World } from '../testing/world.js';

const SECRET = 'whsec-of-a-test';
const PRICE = 100_000;
const MINUTE = 60_000;

let world: World;
let mentorId: number;
/** Requests to the provider, and its response. */
let asked: { url: string; init: RequestInit }[] = [];
let answer: () => Response;
let wait: () => Promise<void>;
const provider: typeof fetch = async (url, init = {}) => {
  asked.push({ url: url instanceof Request ? url.url : String(url), init });
  await wait();
  return answer();
};
beforeAll(async () => {
  world = await World.start({
    card: { secretKey: 'sk-of-a-test', webhookSecret: SECRET, fetch: provider },
  });
  mentorId = (await mentorIn(world)).id;
});
beforeEach(() => {
  asked = [];
  wait = async () => undefined;
  answer = () => Response.json({ id: 'cs_1', url: 'https://checkout.example.org/cs_1' });
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

/** A provider that knows the payment and refunds it with the given status. */
const refunded = (status: string) => () =>
  Response.json({ id: 're_1', payment_intent: 'pi_1', status, url: 'https://checkout.example.org/cs_1' });

/** A buyer on the provider's checkout page. */
async function buyer() {
  const { token, member } = await world.member();
  const { id: courseId } = await courseIn(world, { mentorId });
  const no = await orderIn(world, token, courseId);
  const request = { order_no: no, channel: 'card', client_token: attempt() } as const;
  const sent = await world.call(submitPayment, request, { token });
  return {
    ...{ token, no, sent, request },
    outNo: (await paymentOf(world, no))?.outNo ?? '',
    result: async () => (await world.call(getPaymentResult, { order_no: no }, { token })).data,
    owns: () => isEnrolled(world.db, Number(member.id), courseId),
    balance: () => balanceOf(world.db, moneyOf(Number(member.id))),
  };
}

const paid = (outNo: string, more: object = {}, type = 'checkout.session.completed') => ({
  type,
  data: {
    object: {
      ...{ id: 'cs_1', client_reference_id: outNo, payment_status: 'paid', amount_total: PRICE, currency: 'twd' },
      ...more,
    },
  },
});

const sign = (body: string, at = world.clock.now(), secret = SECRET): string => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

async function receiveEvent(event: object, signature?: string) {
  const body = JSON.stringify(event);
  const response = await world.app.inject({
    method: 'POST',
    url: '/hook/pay/card',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body) },
    payload: body,
  });
  return { status: response.statusCode, outcome: response.json<{ outcome?: string }>().outcome };
}

test('a buyer is sent to the provider’s page with the attempt, the sum, the title and the way back', async () => {
  const own = await buyer();
  expect(own.sent.data).toEqual({ state: 'redirect', url: 'https://checkout.example.org/cs_1' });
  const [{ url, init } = { url: '', init: {} }] = asked;
  expect(url).toBe('https://api.stripe.com/v1/checkout/sessions');
  const headers = new Headers(init.headers);
  expect([headers.get('authorization'), headers.get('idempotency-key')]).toEqual(['Bearer sk-of-a-test', own.outNo]);
  const form = Object.fromEntries(init.body as URLSearchParams);
  expect(form).toMatchObject({
    client_reference_id: own.outNo,
    'line_items[0][price_data][unit_amount]': '100000',
    'line_items[0][price_data][currency]': 'twd',
    'line_items[0][price_data][product_data][name]': '高中數學',
    expires_at: String(world.clock.now() / 1000 + 31 * 60),
  });
  expect(form['success_url']).toMatch(new RegExp(`^http://.*/video-pay\\?order=${own.no}$`));
  // A repeated call does not open a second checkout page.
  const again = await world.call(submitPayment, own.request, { token: own.token });
  expect(again.data).toEqual(own.sent.data);
  const keys = asked.map((one) => new Headers(one.init.headers).get('idempotency-key'));
  expect(new Set(keys)).toEqual(new Set([own.outNo]));
  const channels = (await world.call(listPayChannels, { order_no: own.no }, { token: own.token })).data;
  expect(channels.map(({ code }) => code)).toContain('card');
});

test('what the provider has signed pays, once', async () => {
  const own = await buyer();
  expect(await receiveEvent(paid(own.outNo))).toEqual({ status: 200, outcome: 'paid' });
  expect(await receiveEvent(paid(own.outNo))).toEqual({ status: 200, outcome: 'known' });
  expect(await own.result()).toMatchObject({ order_status: 'paid', payment_state: 'succeeded' });
  expect([await own.owns(), await own.balance()]).toEqual([true, 0]);
});

test('what it has not signed, or long ago, or otherwise, is refused and pays nothing', async () => {
  const own = await buyer();
  const event = paid(own.outNo);
  const body = JSON.stringify(event);
  for (const signature of [
    '',
    't=1',
    'v1=00',
    sign(body, world.clock.now(), 'another secret'),
    sign(`${body} `),
    sign(body, world.clock.now() - 6 * MINUTE),
    sign(body, world.clock.now() + 6 * MINUTE),
  ]) {
    expect((await receiveEvent(event, signature)).status).toBe(400);
  }
  expect(await own.result()).toMatchObject({ order_status: 'pending', payment_state: 'created' });
  // During a rotation of the webhook secret there are two signatures.
  expect((await receiveEvent(event, `${sign(body)},v1=${'0'.repeat(64)}`)).outcome).toBe('paid');
});

test('a sum that is not the order’s, another currency or an unknown attempt pays nothing', async () => {
  const own = await buyer();
  expect((await receiveEvent(paid(own.outNo, { amount_total: PRICE - 1 }))).outcome).toBe('wrong-amount');
  expect((await receiveEvent(paid(own.outNo, { currency: 'jpy' }))).outcome).toBe('wrong-amount');
  expect((await receiveEvent(paid('somebody-else'))).outcome).toBe('unknown');
  expect((await receiveEvent(paid(own.outNo, { client_reference_id: null }))).outcome).toBe('ignored');
  expect((await receiveEvent(paid(own.outNo, {}, 'customer.created'))).outcome).toBe('ignored');
  expect(await own.result()).toMatchObject({ order_status: 'pending', payment_state: 'created' });
});

test('a bank transfer that takes its time pays when the money is there, or fails', async () => {
  const [one, other] = [await buyer(), await buyer()];
  expect((await receiveEvent(paid(one.outNo, { payment_status: 'unpaid' }))).outcome).toBe('ignored');
  expect((await receiveEvent(paid(one.outNo, {}, 'checkout.session.async_payment_succeeded'))).outcome).toBe('paid');
  expect((await receiveEvent(paid(other.outNo, {}, 'checkout.session.async_payment_failed'))).outcome).toBe('failed');
  expect((await other.result()).payment_state).toBe('failed');
});

test('money that comes after the order’s time goes back to the card', async () => {
  const own = await buyer();
  asked = [];
  world.clock.advance(30 * MINUTE);
  expect((await receiveEvent(paid(own.outNo))).outcome).toBe('refunded');
  expect(await own.result()).toMatchObject({ order_status: 'cancelled', payment_state: 'refunded' });
  expect([await own.owns(), await own.balance()]).toEqual([false, 0]);
  answer = refunded('succeeded');
  await world.parts.idle();
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/checkout/sessions/cs_1', '/v1/refunds']);
  expect([await own.balance(), await balanceOf(world.db, REFUNDS)]).toEqual([0, 0]);
});

test('a provider that refuses, or does not answer, is told to the buyer, who may try again', async () => {
  answer = () => new Response('no', { status: 402 });
  const own = await buyer();
  expect(own.sent).toMatchObject({ code: 0, data: { reason: 'payment-unavailable' } });
  expect((await own.result()).payment_state).toBeNull();
  answer = () => Response.json({ url: 'javascript:alert(1)' });
  expect((await world.call(submitPayment, own.request, { token: own.token })).data.reason).toBe('payment-unavailable');
  answer = () => Response.json({ url: 'https://checkout.example.org/cs_2' });
  expect((await world.call(submitPayment, own.request, { token: own.token })).code).toBe(1);
});

test('what else the provider tells of the account is none of our business, whatever it looks like', async () => {
  for (const object of [{ object: 'balance', available: [] }, { id: 7, payment_status: null }, null]) {
    expect(await receiveEvent({ type: 'balance.available', data: { object } })).toEqual({
      status: 200,
      outcome: 'ignored',
    });
  }
  // A malformed event about one of our attempts is refused, so that the provider sends it again.
  const own = await buyer();
  expect((await receiveEvent(paid(own.outNo, { amount_total: 'much' }))).status).toBe(500);
});

test('a provider that takes its time has nobody else wait', async () => {
  const { token, no, result } = await buyer();
  asked = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  wait = () => released;
  const request = { order_no: no, channel: 'card' } as const;
  // More calls than the pool has connections.
  const many = Array.from({ length: 15 }, () =>
    world.call(submitPayment, { ...request, client_token: attempt() }, { token }),
  );
  try {
    await expect.poll(() => asked.length).toBe(15);
    expect((await result()).order_status).toBe('pending');
  } finally {
    release();
  }
  expect((await Promise.all(many)).map(({ code }) => code)).toEqual(many.map(() => 1));
});

test('without a card provider there is no such address', async () => {
  const quiet = await World.start();
  const response = await quiet.app.inject({ method: 'POST', url: '/hook/pay/card', payload: {} });
  expect(response.statusCode).toBe(404);
  await quiet.close();
});
