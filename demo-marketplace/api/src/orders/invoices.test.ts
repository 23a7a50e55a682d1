import {
  applyInvoice,
  applyRefund,
  cancelOrder,
  deleteOrder,
  getOrder,
  listOrders,
  previewRefund,
  ResultCode,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { decideRefund, openRefunds } from './index.js';

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

const PRICE = 105_000;
const DAY = 86_400_000;

/** A buyer with an order, paid or not. */
async function buyer(isPaid = true) {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, PRICE);
  const no = await orderIn(world, token, (await courseIn(world, { mentorId, priceCents: PRICE })).id);
  if (isPaid) await payIn(world, token, no);
  const ask = (more: object = {}, who = token) =>
    world.call(applyInvoice, { order_no: no, type: 'personal', title: '王小明', ...more }, { token: who });
  const order = async () => (await world.call(getOrder, { order_no: no }, { token })).data;
  return { token, no, ask, order };
}

test('an invoice of a paid order is made out once, with the tax in it', async () => {
  const { ask, order } = await buyer();
  expect((await order()).actions).toContain('invoice');
  const answers = await Promise.all([ask({ carrier: '/AB12345' }), ask({ carrier: '/AB12345' })]);
  expect(answers.map(({ code }) => code).sort()).toEqual([ResultCode.Ok, ResultCode.Conflict].sort());
  const { actions, invoice } = await order();
  expect(actions).not.toContain('invoice');
  expect(invoice).toMatchObject({
    ...{ no: expect.stringMatching(/^LE-\d{8}$/), title: '王小明', carrier: '/AB12345', tax_no: '' },
    ...{ amount_cents: PRICE, tax_cents: 5_000, voided_at: null },
  });
});

test('an invoice is donated by the code of a charity, in place of a carrier', async () => {
  const { ask, order } = await buyer();
  expect((await ask({ donation: '12' })).data.errors).toEqual({ donation: 'malformed' });
  expect((await ask({ donation: '919', carrier: '/AB12345' })).data.errors).toEqual({ donation: 'malformed' });
  expect((await ask({ donation: '919' })).data).toMatchObject({ donation: '919', carrier: '', tax_no: '' });
  expect((await order()).invoice).toMatchObject({ donation: '919' });
  const firm = await buyer();
  const company = { type: 'company', title: '講台股份有限公司', tax_no: '04595257', donation: '919' };
  expect((await firm.ask(company)).data).toMatchObject({ tax_no: '04595257', donation: '' });
});

test('of a company has its tax number, and no carrier', async () => {
  const { ask } = await buyer();
  const company = { type: 'company', title: '講台股份有限公司' };
  expect((await ask(company)).data.errors).toMatchObject({ tax_no: 'required' });
  expect((await ask({ ...company, tax_no: '12345678' })).data.errors).toEqual({ tax_no: 'malformed' });
  expect((await ask({ carrier: '/x' })).data.errors).toEqual({ carrier: 'malformed' });
  expect((await ask({ title: ' ' })).data.errors).toEqual({ title: 'required' });
  const { data } = await ask({ ...company, tax_no: '04595257', carrier: '/AB12345' });
  expect(data).toMatchObject({ ...company, tax_no: '04595257', carrier: '' });
});

test('there is none for what is not paid, nor for somebody else; a refund makes it void', async () => {
  const open = await buyer(false);
  expect((await open.ask()).data.reason).toBe('state-changed');
  const { ask, token, no, order } = await buyer();
  expect((await ask({}, open.token)).code).toBe(ResultCode.NotFound);
  await ask();
  expect((await world.call(previewRefund, { order_no: no }, { token })).data).toEqual({
    ...{ refundable_cents: PRICE, provider_cents: 0, wallet_cents: PRICE, points: 0, fee_cents: 0, days: 7 },
    until: new Date(world.clock.now() + 7 * DAY).toISOString(),
  });
  expect((await world.call(previewRefund, { order_no: no }, { token: open.token })).code).toBe(ResultCode.NotFound);
  await world.call(applyRefund, { order_no: no, reason: '買錯了', client_token: attempt() }, { token });
  const [waiting] = (await openRefunds(world.db, world.parts.purchasables)).filter((one) => one.order.orderNo === no);
  await world.db.transaction((tx) =>
    decideRefund(tx, world.parts.purchasables, {
      id: waiting?.refund.id ?? 0,
      pass: true,
      reason: '',
      now: world.clock.now(),
    }),
  );
  expect((await order()).invoice?.voided_at).toBe(new Date(world.clock.now()).toISOString());
  expect((await world.call(previewRefund, { order_no: no }, { token })).data.reason).toBe('state-changed');
});

test('an order that is over can be left out of the list, one that is not cannot', async () => {
  const { token, no } = await buyer(false);
  const drop = (who = token) => world.call(deleteOrder, { order_no: no }, { token: who });
  expect((await drop()).data.reason).toBe('state-changed');
  await world.call(cancelOrder, { order_no: no }, { token });
  expect((await drop((await buyer()).token)).code).toBe(ResultCode.NotFound);
  const listed = async () => (await world.call(listOrders, {}, { token })).data.total;
  expect(await listed()).toBe(1);
  expect((await drop()).code).toBe(ResultCode.Ok);
  expect(await listed()).toBe(0);
});
