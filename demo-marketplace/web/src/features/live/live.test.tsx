import type { LiveInfo } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { answerAll, serveTests } from '../../testing/server.js';
import { TestApp } from '../../testing/test-app.js';
import { session } from '../session/index.js';
import { LiveBuyPage } from './live-buy-page.js';
import { ActivitiesPage, LiveClassesPage } from './live-list-pages.js';
import { LivePage } from './live-page.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const NOW = '2027-01-15T08:00:00.000Z';
const HOST = { id: '3', name: 'Ethan', headimg: '' };
const SESSION = { title: 'At dawn', start_at: '2027-01-24T22:00:00.000Z', end_at: '2027-01-25T01:00:00.000Z' };

const TYPE: LiveInfo['packages'][number] = {
  ...{ id: '11', name: 'Standard', price_cents: 48_000, original_price_cents: 60_000 },
  ...{ early_until: '2027-01-20T08:00:00.000Z', quantity: 12, left: 5, limit_per_member: 4 },
  ...{ sale_start: NOW, sale_end: SESSION.start_at, use_from: '2027-01-25', use_until: '2027-01-25' },
  ...{ session_ids: ['21'], sale: 'open', refund_until: '2027-01-20T08:00:00.000Z' },
};
const LIVE: LiveInfo = {
  ...{ id: '7', kind: 'activity', mode: 'offline', status: 'approved', title: 'A photo walk' },
  ...{ intro_html: '<p>Bring a <b>phone</b></p>', cover: '', host: HOST, venue: 'Qixingtan' },
  ...{ map_link: 'https://maps.example.org/7', refund_policy: 'strict', broadcast_start: NOW, broadcast_end: NOW },
  timeline: [{ id: '21', ...SESSION, state: 'scheduled', cancel_reason: '' }],
  packages: [TYPE],
  ...{ has_password: false, mine: false, wished: false, tickets: [], server_time: NOW },
};
const CARD = {
  ...{ id: '7', kind: 'activity', mode: 'offline', title: 'A photo walk', cover: '', host: HOST, venue: 'Qixingtan' },
  ...{ start_at: SESSION.start_at, end_at: SESSION.end_at, sessions: 1, price_from_cents: 48_000, seats_left: 5 },
  ...{ sale: 'open', sale_opens_at: null },
};

let sent: { readonly name: string; readonly body: Record<string, unknown> }[];
let answers: Record<string, (body: Record<string, unknown>) => unknown>;

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('catalogue', 'share', 'orders', 'live')]);
  sent = [];
  answers = {
    'Live/list': () => ({ list: [CARD], total: 1, page: 1, limit: 12 }),
    'Live/info': () => LIVE,
  };
  answerAll(({ name, body }) => {
    sent.push({ name, body });
    const data = answers[name]?.(body);
    if (typeof data === 'string') return Response.json({ code: 404, msg: data, data: { reason: data } });
    return data;
  });
});
afterEach(() => {
  cleanup();
  session.end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/kecheng-live', Component: LiveClassesPage },
      { path: '/kecheng-huodong', Component: ActivitiesPage },
      { path: '/live-info', Component: LivePage },
      { path: '/live-buy', Component: LiveBuyPage },
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
const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body);

test('a list asks by its address, and keeps what is chosen in it', async () => {
  const { address } = open('/kecheng-huodong?mode=offline&from=2027-01-20&to=2027-02-30&available=1&page=2');
  await screen.findByRole('link', { name: 'A photo walk' });
  // The thirtieth of February is no day.
  expect(sentTo('Live/list')).toEqual([
    { kind: 'activity', mode: 'offline', date_from: '2027-01-20', available: true, page: 2, limit: 12 },
  ]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'price_up' } });
  await waitFor(() => expect(address()).toContain('sort=price_up'));
  expect(address()).not.toContain('page=');
  expect(sentTo('Live/list').at(-1)).toMatchObject({ sort: 'price_up', page: 1 });
});

test('a list without anything says so, and leads back to all', async () => {
  answers['Live/list'] = () => ({ list: [], total: 0, page: 1, limit: 12 });
  open('/kecheng-live?mode=online');
  expect(await screen.findByText('Nothing fits these filters')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Clear all filters' })[0]?.getAttribute('href')).toBe('/kecheng-live');
});

test('the page says when, where, for how much, and until when the money comes back', async () => {
  open('/live-info?id=7');
  expect(await screen.findByRole('heading', { level: 1, name: 'A photo walk' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show map' }).getAttribute('href')).toBe('https://maps.example.org/7');
  const tickets = screen.getByRole('region', { name: 'Tickets' });
  expect(within(tickets).getByText('NT$480')).toBeTruthy();
  expect(within(tickets).getByText('5 tickets left')).toBeTruthy();
  expect(within(tickets).getByText(/^Full refund until Wed, Jan 20/)).toBeTruthy();
  expect(within(tickets).getByText('Valid on 2027-01-25')).toBeTruthy();
  expect(within(tickets).getByRole('link').getAttribute('href')).toBe('/live-buy?id=7&type=11');
  expect(screen.queryByRole('region', { name: 'Your tickets' })).toBeNull();
});

test('what cannot be bought has no button: sold out, not on sale yet, and one’s own', async () => {
  const later = { ...TYPE, id: '12', name: 'Late', sale: 'not-open', sale_start: '2027-01-18T08:00:00.000Z' };
  answers['Live/info'] = () => ({ ...LIVE, packages: [{ ...TYPE, left: 0, sale: 'sold-out' }, later] });
  open('/live-info?id=7');
  const tickets = await screen.findByRole('region', { name: 'Tickets' });
  expect(within(tickets).getByText('Sold out')).toBeTruthy();
  expect(within(tickets).getByText(/^On sale from Mon, Jan 18/)).toBeTruthy();
  expect(within(tickets).queryByRole('link')).toBeNull();
  cleanup();
  answers['Live/info'] = () => ({ ...LIVE, mine: true });
  open('/live-info?id=7');
  expect(within(await screen.findByRole('region', { name: 'Tickets' })).queryByRole('link')).toBeNull();
});

test('a ticket for some of the sessions names them', async () => {
  const timeline = ['One', 'Two', 'Three'].map((title, index) => ({
    ...{ id: String(21 + index), ...SESSION, title, state: 'scheduled', cancel_reason: '' },
  }));
  answers['Live/info'] = () => ({ ...LIVE, timeline, packages: [{ ...TYPE, session_ids: ['21', '23'] }] });
  open('/live-info?id=7');
  expect(await screen.findByText('For: One and Three')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buy tickets: Standard' }).textContent).toBe('Buy tickets');
});

test('a holder sees the numbers of the tickets, and why a session was cancelled', async () => {
  const ticket = { state: 'valid', type_name: 'Standard', order_no: '1', session_ids: ['21'] } as const;
  const cancelled = { ...LIVE.timeline[0], state: 'cancelled', cancel_reason: 'A typhoon' };
  answers['Live/info'] = () => ({
    ...LIVE,
    timeline: [cancelled],
    tickets: [{ ...ticket, ticket_no: 'ABCDEFGH23456777' }],
  });
  open('/live-info?id=7');
  const mine = await screen.findByRole('region', { name: 'Your tickets' });
  expect(within(mine).getByText('ABCDEFGH23456777')).toBeTruthy();
  expect(screen.getByText('Why it was cancelled: A typhoon')).toBeTruthy();
});

test('what does not exist leads to what does', async () => {
  answers['Live/info'] = () => 'not-found';
  open('/live-info?id=7');
  expect(await screen.findByRole('heading', { name: 'We can’t find this class or event' })).toBeTruthy();
  cleanup();
  open('/live-info?id=abc');
  expect(await screen.findByRole('link', { name: 'See events' })).toBeTruthy();
});

test('type and number are chosen before the order, within what is left and allowed', async () => {
  const item = { type: 'ticket', id: '7', sku: '11', quantity: 2, title: 'A photo walk – Standard', cover: '' };
  const sums = { amount_cents: 96_000, coupon_off_cents: 0, point_off_cents: 0, payable_cents: 96_000 };
  answers['Order/preview'] = () => ({
    item,
    list_cents: sums.amount_cents,
    ...sums,
    coupons: [],
    points: 0,
    point_max: 0,
  });
  answers['Order/create'] = () => ({ order_no: '202611220000000001' });
  answers['Live/info'] = () => ({ ...LIVE, packages: [TYPE, { ...TYPE, id: '12', name: 'Last', left: 2 }] });
  open('/live-buy?id=7&type=12&quantity=9');
  const quantity = await screen.findByRole('combobox', { name: 'Number' });
  expect(within(quantity).getAllByRole('option')).toHaveLength(2);
  expect((quantity as HTMLSelectElement).value).toBe('2');
  fireEvent.change(screen.getByRole('combobox', { name: 'Ticket' }), { target: { value: '11' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Number' }), { target: { value: '2' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Place order' }));
  await waitFor(() =>
    expect(sentTo('Order/create')).toMatchObject([{ item: { type: 'ticket', id: '7', sku: '11', quantity: 2 } }]),
  );
});

test('without tickets on sale there is nothing to order', async () => {
  answers['Live/info'] = () => ({ ...LIVE, packages: [{ ...TYPE, sale: 'over' }] });
  open('/live-buy?id=7');
  expect(await screen.findByText('No tickets are on sale now')).toBeTruthy();
  expect(sentTo('Order/preview')).toEqual([]);
});

test('a class is put on the wish list as what it is, and one’s own cannot be', async () => {
  answers['Wish/toggle'] = ({ on }) => ({ wished: on });
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
  session.start('token');
  open('/live-info?id=7');
  fireEvent.click(await screen.findByRole('button', { name: 'Wish list' }));
  await waitFor(() => expect(sentTo('Wish/toggle')).toEqual([{ type: 'activity', id: '7', on: true }]));
  cleanup();
  answers['Live/info'] = () => ({ ...LIVE, mine: true });
  open('/live-info?id=7');
  await screen.findByRole('heading', { level: 1, name: 'A photo walk' });
  expect(screen.queryByRole('button', { name: 'Wish list' })).toBeNull();
});

test('a ticket is taken along as a calendar file', async () => {
  const ticket = { state: 'valid', type_name: 'Standard', order_no: '1', session_ids: ['21'] } as const;
  const ticket_no = 'ABCDEFGH23456777';
  answers['Live/info'] = () => ({ ...LIVE, tickets: [{ ...ticket, ticket_no }] });
  answers['Live/ics'] = () => ({ filename: `ticket-${ticket_no}.ics`, ics: 'BEGIN:VCALENDAR' });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  // jsdom follows no links.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  open('/live-info?id=7');
  fireEvent.click(await screen.findByRole('button', { name: `Add ticket ${ticket_no} to the calendar` }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sentTo('Live/ics')).toEqual([{ ticket_no }]);
  expect(saved[0]!.type).toContain('text/calendar');
});
