import { OrderAction, OrderStatus, type OrderView } from '@lectern/marketplace-contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { activateLocale, needTexts } from '../i18n/locale.js';
import { answerAll } from './server.js';
import { TestApp } from './test-app.js';
import { turnToastPage } from '../ui/toast.js';
import { CheckoutPage } from '../features/orders/checkout-page.js';
import { OrderListPage } from '../features/orders/order-list-page.js';

interface Sent {
  readonly name: string;
  readonly body: Record<string, unknown>;
}

type Answer = (body: Record<string, unknown>) => unknown;

export const ORDER_NO = '202611220000000001';
export const NOW = '2026-11-22T10:00:00.000Z';

export const sums = { amount_cents: 128_000, coupon_off_cents: 0, point_off_cents: 0, payable_cents: 128_000 };
export const item = { type: 'course', id: '7', sku: '', quantity: 1, title: 'Algebra', cover: '' } as const;

export const orderOf = (over: Partial<OrderView> = {}): OrderView & { server_time: string } => ({
  order_no: ORDER_NO,
  status: OrderStatus.Pending,
  item,
  seller: null,
  ...sums,
  created_at: NOW,
  expires_at: '2026-11-22T10:30:00.000Z',
  paid_at: null,
  channel: '',
  refund_until: null,
  refund: null,
  refund_progress: null,
  invoice: null,
  actions: [OrderAction.Pay, OrderAction.Cancel],
  server_time: NOW,
  ...over,
});

export const paid = orderOf({ status: OrderStatus.Paid, actions: [OrderAction.Enter, OrderAction.Refund] });

export const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

/** The pages of orders on a server whose answers each test gives; called once per file. */
export function orderPages() {
  let sent: Sent[] = [];
  const scene = {
    /** The answer to each action: a text is a failure, nothing a lost connection. */
    answers: {} as Record<string, Answer>,
    /** The requests that were sent. */
    get sent(): readonly Sent[] {
      return sent;
    },
    sentTo: (name: string): Record<string, unknown>[] =>
      sent.filter((one) => one.name === name).map(({ body }) => body),
    open,
  };

  beforeEach(async () => {
    await Promise.all([activateLocale('en'), needTexts('orders')]);
    sent = [];
    scene.answers = {};
    answerAll(({ name, body }) => {
      sent.push({ name, body });
      const data = scene.answers[name]?.(body);
      if (typeof data === 'string') return Response.json({ code: 0, msg: data, data: { reason: 'invalid' } });
      return data;
    });
  });

  afterEach(() => {
    cleanup();
    turnToastPage();
    vi.unstubAllGlobals();
  });
  return scene;
}

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/video-pay', Component: CheckoutPage },
      { path: '/myorder', Component: OrderListPage },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}
