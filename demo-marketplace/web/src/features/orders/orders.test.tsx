import { OrderAction, OrderStatus, REFUND_RULE } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activateLocale } from '../../i18n/locale.js';
import { item, NOW, ORDER_NO, orderOf, orderPages, paid, press, sums } from '../../testing/order-pages.js';
import { testConfig } from '../../testing/site-config.js';
import { serveTests } from '../../testing/server.js';

serveTests();
const scene = orderPages();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

test('nothing is ordered at a price that is being reckoned anew', async () => {
  let reckon: () => void = () => undefined;
  const reckoned = new Promise<void>((resolve) => (reckon = resolve));
  const coupons = [{ id: '3', title: 'Welcome', off_cents: 10_000, ends_at: NOW, problem: null }];
  const preview = { item, list_cents: sums.amount_cents, ...sums, coupons, points: 0, point_max: 0 };
  scene.answers = { 'Order/preview': () => preview };
  scene.open('/video-pay?course=7');
  const choice = await screen.findByRole('combobox', { name: 'Coupon' });
  const cheaper = { ...preview, coupon_off_cents: 10_000, payable_cents: 118_000 };
  scene.answers = {
    'Order/preview': () => reckoned.then(() => cheaper),
    'Order/create': () => ({ order_no: ORDER_NO }),
  };
  fireEvent.change(choice, { target: { value: '3' } });
  press('Place order');
  reckon();
  await screen.findByText('NT$1,180');
  press('Place order');
  await waitFor(() => expect(scene.sentTo('Order/create')).toMatchObject([{ coupon_id: '3' }]));
});

test.each(['zh-Hant', 'en'] as const)(
  'the checkout says in %s, before anything is ordered, until when and to where the money comes back',
  async (locale) => {
    await activateLocale(locale);
    const preview = { item, list_cents: sums.amount_cents, ...sums, coupons: [], points: 0, point_max: 0 };
    scene.answers = { 'Order/preview': () => preview };
    scene.open('/video-pay?course=7');
    const order = await screen.findByRole('button', { name: locale === 'en' ? 'Place order' : '送出訂單' });
    const rule = screen.getByText(REFUND_RULE[locale]);
    expect(rule.closest('section')).toBe(order.closest('section'));
    cleanup();
    scene.answers = { 'Order/preview': () => ({ ...preview, payable_cents: 0 }) };
    scene.open('/video-pay?course=7');
    await screen.findByRole('button', { name: locale === 'en' ? 'Get it for free' : '免費取得' });
    expect(screen.queryByText(REFUND_RULE[locale])).toBeNull();
  },
);

test('a course is ordered with coupon and points as the server reckons them, and paid from the wallet', async () => {
  let isPaid = false;
  scene.answers = {
    'Index/config': () => testConfig(),
    'Order/preview': ({ coupon_id, points }) => ({
      item,
      list_cents: 160_000,
      ...sums,
      ...(coupon_id !== undefined && { coupon_off_cents: 10_000, payable_cents: 118_000 }),
      ...(points !== undefined && { point_off_cents: 500, payable_cents: 117_500 }),
      coupons: [
        { id: '3', title: 'Welcome', off_cents: 10_000, ends_at: NOW, problem: null },
        { id: '4', title: 'Big one', off_cents: 0, ends_at: NOW, problem: 'minimum-not-met' },
      ],
      points: 900,
      point_max: 500,
    }),
    'Order/create': () => ({
      order_no: ORDER_NO,
      status: 'pending',
      payable_cents: 117_500,
      expires_at: NOW,
      server_time: NOW,
    }),
    'Order/info': () => (isPaid ? paid : orderOf()),
    'Pay/channels': () => [
      { code: 'balance', usable: true, balance_cents: 500_000, needs_password: false },
      { code: 'mock', usable: true, balance_cents: null, needs_password: false },
    ],
    'Pay/result': () => ({ order_status: 'pending', payment_state: null, expires_at: NOW, server_time: NOW }),
    'Pay/submit': () => {
      isPaid = true;
      return { state: 'paid' };
    },
  };
  const { address } = scene.open('/video-pay?course=7');
  const coupons = await screen.findByRole('combobox', { name: 'Coupon' });
  const sumOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect([sumOf('List price'), sumOf('You save'), sumOf('Subtotal')]).toEqual(['NT$1,600', '−NT$320', 'NT$1,280']);
  expect(await screen.findByText('Ways to pay: Credit card and Wallet balance')).toBeTruthy();
  const big = within(coupons).getByRole<HTMLOptionElement>('option', { name: 'Big one (order too small)' });
  expect(big.disabled).toBe(true);
  fireEvent.change(coupons, { target: { value: '3' } });
  await screen.findByText('NT$1,180');

  fireEvent.change(await screen.findByRole('textbox', { name: 'Pay with points' }), { target: { value: '450' } });
  press('Apply');
  await screen.findByText('Enter points in hundreds, from 0 to 500');
  fireEvent.change(screen.getByRole('textbox', { name: 'Pay with points' }), { target: { value: '501' } });
  press('Apply');
  expect(await screen.findByText('Enter points in hundreds, from 0 to 500')).toBeTruthy();
  press('Use all');
  await screen.findByText('NT$1,175');
  press('Place order');

  const timer = await screen.findByRole('timer');
  expect(timer.textContent).toBe('30:00');
  expect(address()).toBe(`/video-pay?order=${ORDER_NO}`);
  expect(scene.sentTo('Order/create')).toEqual([
    { item: { type: 'course', id: '7' }, coupon_id: '3', points: 500, client_token: expect.any(String) },
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay NT$1,280' }));
  await screen.findByRole('heading', { name: 'Payment complete' });
  expect(screen.getByRole('link', { name: 'Start learning' }).getAttribute('href')).toBe('/video-info?id=7&learn=1');
  expect(scene.sentTo('Pay/submit')[0]).toMatchObject({ order_no: ORDER_NO, channel: 'balance' });
});

test('a payment that got no answer is tried again as the same attempt, one that was refused as a new one', async () => {
  let tries = 0;
  scene.answers = {
    'Order/info': () => orderOf(),
    'Pay/channels': () => [{ code: 'balance', usable: true, balance_cents: 500_000, needs_password: false }],
    'Pay/result': () => ({ order_status: 'pending', payment_state: null, expires_at: NOW, server_time: NOW }),
    'Pay/submit': () => {
      tries += 1;
      if (tries === 1) return undefined;
      // A gateway timed out, so the payment may have succeeded.
      return tries === 2 ? new Response('<h1>Gateway timeout</h1>', { status: 504 }) : 'Not now';
    },
  };
  scene.open(`/video-pay?order=${ORDER_NO}`);
  const pay = await screen.findByRole('button', { name: 'Pay NT$1,280' });
  for (const problem of ['request failed', 'request failed 504', 'Not now', 'Not now']) {
    fireEvent.click(pay);
    await screen.findByText(problem);
    await waitFor(() => expect(pay.getAttribute('aria-disabled')).toBe('false'));
  }
  const tokens = scene.sentTo('Pay/submit').map(({ client_token }) => client_token);
  expect(tokens).toHaveLength(4);
  expect(new Set(tokens.slice(0, 3)).size).toBe(1);
  expect(tokens[3]).not.toBe(tokens[2]);
});

test('a declined payment is told, and a wallet that holds too little cannot be chosen', async () => {
  scene.answers = {
    'Order/info': () => orderOf(),
    'Pay/channels': () => [
      { code: 'balance', usable: false, balance_cents: 10_000, needs_password: false },
      { code: 'mock', usable: true, balance_cents: null, needs_password: false },
    ],
    'Pay/result': () => ({ order_status: 'pending', payment_state: 'failed', expires_at: NOW, server_time: NOW }),
  };
  scene.open(`/video-pay?order=${ORDER_NO}`);
  await screen.findByText(/The last payment did not go through/);
  await screen.findByText('Not enough: you have NT$100');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Wallet balance/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Test payment/ }).checked).toBe(true);
});

test('an order whose payment is confirmed elsewhere says so by itself', async () => {
  let asked = 0;
  scene.answers = {
    'Order/info': () => {
      asked += 1;
      return asked === 1 ? orderOf() : paid;
    },
    'Pay/channels': () => [],
    'Pay/result': () => ({ order_status: 'paid', payment_state: 'succeeded', expires_at: NOW, server_time: NOW }),
  };
  scene.open(`/video-pay?order=${ORDER_NO}`);
  expect(await screen.findByRole('heading', { name: 'Payment complete' })).toBeTruthy();
});

test('the list keeps its tab in the address, offers what the server allows, and asks before it cancels', async () => {
  let isCancelled = false;
  scene.answers = {
    'Order/list': ({ tab }) => ({
      list:
        tab === 'pending'
          ? [orderOf(isCancelled ? { status: OrderStatus.Cancelled, actions: [OrderAction.Reorder] } : {})]
          : [paid],
      total: 1,
      page: 1,
      limit: 20,
      server_time: NOW,
    }),
    'Order/cancel': () => {
      isCancelled = true;
      return {};
    },
  };
  const { address } = scene.open('/myorder?tab=pending');
  await screen.findByText('30:00 left');
  expect(screen.getByRole('link', { name: 'Pay' }).getAttribute('href')).toBe(`/video-pay?order=${ORDER_NO}`);
  expect(screen.queryByRole('button', { name: 'Request refund' })).toBeNull();
  press('Cancel order');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' });
  expect(scene.sentTo('Order/cancel')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
  await screen.findByRole('link', { name: 'Buy again' });
  expect(scene.sentTo('Order/cancel')).toEqual([{ order_no: ORDER_NO }]);

  fireEvent.click(screen.getByRole('tab', { name: 'Paid' }));
  await screen.findByRole('link', { name: 'Go to course' });
  expect(address()).toBe('/myorder?tab=paid');
  expect(screen.queryByText('30:00 left')).toBeNull();
});

test('the seller of an order is named, with a button to chat with them', async () => {
  const bought = { ...paid, seller: { id: '3', name: 'Ann Lee' } };
  const recharge = orderOf({ order_no: '202611220000000002', item: { ...item, type: 'recharge' }, actions: [] });
  scene.answers = {
    'Order/list': () => ({ list: [bought, recharge], total: 2, page: 1, limit: 20, server_time: NOW }),
  };
  scene.open('/myorder');
  const order = await screen.findByRole('region', { name: new RegExp(ORDER_NO) });
  expect(within(order).getByText('Ann Lee')).toBeTruthy();
  // Nobody sells a recharge.
  expect(screen.getAllByRole('button', { name: /^Chat with/ })).toEqual([
    within(order).getByRole('button', { name: 'Chat with Ann Lee' }),
  ]);
});

test('a pledge whose lessons are overdue is asked back under its own terms', async () => {
  const overdue = { ...paid, item: { ...item, type: 'crowdfund' }, refund_until: '2026-12-30T09:00:00.000Z' } as const;
  scene.answers = { 'Order/list': () => ({ list: [overdue], total: 1, page: 1, limit: 20, server_time: NOW }) };
  scene.open('/myorder');
  fireEvent.click(await screen.findByRole('button', { name: 'Request refund' }));
  expect(await screen.findByText(/overdue.*until 2026.12.30/)).toBeTruthy();
  expect(screen.queryByText(/within 7 days/)).toBeNull();
});

test('a refund needs a reason', async () => {
  scene.answers = {
    'Order/list': () => ({ list: [paid], total: 1, page: 1, limit: 20, server_time: NOW }),
    'Order/refund_apply': () => ({}),
  };
  scene.open('/myorder');
  fireEvent.click(await screen.findByRole('button', { name: 'Request refund' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  await screen.findByText('Fill this in');
  expect(scene.sentTo('Order/refund_apply')).toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Why do you want a refund?' }), {
    target: { value: 'Too hard' },
  });
  press('Send request');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(scene.sentTo('Order/refund_apply')).toMatchObject([{ order_no: ORDER_NO, reason: 'Too hard' }]);
});

test('an order that is not there, or whose number is none, is not asked for again', async () => {
  const refused = (code: number, data: object) => () => Response.json({ code, msg: 'No.', data });
  scene.answers = { 'Order/info': refused(404, { reason: 'not-found' }) };
  scene.open('/video-pay?order=1');
  await screen.findByText('We can’t find this order');
  cleanup();
  scene.answers = { 'Order/info': refused(422, { reason: 'invalid', errors: { order_no: 'malformed' } }) };
  scene.open('/video-pay?order=x');
  await screen.findByText('We can’t find this order');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('without anything to order, the way to the courses is shown', async () => {
  scene.open('/video-pay');
  expect((await screen.findByRole('link', { name: 'Browse courses' })).getAttribute('href')).toBe('/kecheng-online');
});

test('a course that one has already is not offered to be ordered again, but to be opened', async () => {
  scene.answers = {
    'Order/preview': () =>
      Response.json({ code: 0, msg: 'You have this course already.', data: { reason: 'already-owned' } }),
  };
  scene.open('/video-pay?course=7');
  await screen.findByText('You have this course already.');
  expect(screen.getByRole('link', { name: 'Go to course' }).getAttribute('href')).toBe('/video-info?id=7');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a course without a free place is not offered to be asked for again', async () => {
  scene.answers = {
    'Order/preview': () => Response.json({ code: 409, msg: 'All places are taken.', data: { reason: 'sold-out' } }),
  };
  scene.open('/video-pay?course=7');
  await screen.findByText('This can’t be ordered');
  expect(screen.getByText('All places are taken.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
