import type { Buyer, ManagedCard, ManagedCourse, MentorCoupon } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { testMember } from '../../testing/test-member.js';
import { refreshMember, renewMember, session } from '../session/index.js';
import type { ApiQueryClient } from '../../api/query-client.js';
import { BuyersPage } from './buyers-page.js';
import { CourseListPage } from './course-list-page.js';
import { TestApp, testClient } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

let client: ApiQueryClient;
let sent: { readonly name: string; readonly body: Record<string, unknown> }[];
let answers: Record<string, (body: Record<string, unknown>) => unknown>;

const NOW = '2026-11-22T10:00:00.000Z';
const mentor = testMember({ provider_check_status: 2, current_type: 2, is_provider: 1 });

/** Menus measure themselves, which jsdom does not. */
class NoResizes {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
}

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor', 'desk')]);
  sent = [];
  answers = { 'Member/member_info': () => mentor };
  answerAll(({ name, body }) => {
    sent.push({ name, body });
    return answers[name]?.(body);
  });
  session.start('token');
  client = testClient();
  await refreshMember(client);
});

afterEach(() => {
  cleanup();
  turnToastPage();
  session.end();
  vi.unstubAllGlobals();
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/t_kecheng', Component: CourseListPage },
      { path: '/t_mingdan', Component: BuyersPage },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return { search: () => router.state.location.search, address: () => router.state.location.pathname };
}

const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body);
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

const none = { zh: '', en: '' };
const nothing = { zh: [], en: [] };
const algebra: ManagedCourse = {
  ...{ id: '7', version: 1, status: 'approved', is_paused: false, change: 'none', is_locked: false, refuse_reason: '' },
  ...{ submitted_at: NOW, published_at: NOW, crowdfund_state: null, chapters: [], files: {}, todo: [] },
  basics: {
    ...{ title: { zh: '代數', en: 'Algebra' }, subtitle: none, intro: none },
    ...{ learn: nothing, requirements: nothing, audience: nothing, category_id: null, level: 0, lang: 'zh' },
    ...{ price_cents: 128_000, original_price_cents: 128_000, images: [], clip: '', crowdfund: null },
  },
};

test('a mentor on the learner’s side is asked to switch, which leads to the mentor’s side', async () => {
  let current_type = 1;
  answers = {
    'Member/member_info': () => ({ ...mentor, current_type }),
    'Member/change_type': () => {
      current_type = 2;
      return {};
    },
  };
  await renewMember(client);
  const { address } = open('/t_kecheng');
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to the mentor’s side' }));
  await waitFor(() => expect(address()).toBe('/teacher'));
  expect(sentTo('Member/change_type')).toEqual([{ type: 2 }]);
});

test('a card offers editing and figures; the rest is in a menu that keys open and close', async () => {
  vi.stubGlobal('ResizeObserver', NoResizes);
  const card: ManagedCard = {
    ...{ id: '7', title: 'Algebra', cover: '', status: 'approved', is_paused: false, change: 'none' },
    ...{ refuse_reason: '', price_cents: 128_000, original_price_cents: 128_000, learners: 0, rating: 0, ratings: 0 },
    ...{ crowdfund_percent: null, updated_at: NOW },
  };
  answers['CourseManage/list'] = () => ({ list: [card], total: 1, page: 1, limit: 10 });
  answers['CourseManage/pause'] = () => ({});
  open('/t_kecheng');
  const course = within(await screen.findByRole('article', { name: 'Algebra' }));
  expect(course.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Algebra', 'Edit', 'Manage']);
  const more = (): HTMLElement => course.getByRole('button', { name: 'More about “Algebra”' });
  expect(course.getAllByRole('button')).toEqual([more()]);

  fireEvent.keyDown(more(), { key: 'Enter' });
  const menu = await screen.findByRole('menu');
  const items = within(menu).getAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['View page', 'Pause', 'Copy', 'Delete']);
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(more()));

  fireEvent.keyDown(more(), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  await waitFor(() => expect(sentTo('CourseManage/pause')).toEqual([{ id: '7' }]));
  await waitFor(() => expect(more().hasAttribute('disabled')).toBe(false));
  fireEvent.keyDown(more(), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete this course?' })).toBeTruthy();
});

test('every part of a course’s desk says which course it is', async () => {
  answers['CourseManage/detail'] = () => algebra;
  answers['CourseManage/coupon_list'] = () => ({ list: [], total: 0, page: 1, limit: 10 });
  open('/t_kecheng?course=7&part=coupons');
  expect(await screen.findByRole('heading', { name: 'Algebra' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'New course' })).toBeNull();
});

test('the desk of a course tells how it does, in the days that were chosen', async () => {
  const days = [
    { day: '2026-11-21', views: 4, learners: 0, revenue_cents: 0 },
    { day: '2026-11-22', views: 6, learners: 2, revenue_cents: 256_000 },
  ];
  answers['CourseManage/stats'] = () => ({
    ...{ title: 'Algebra', from: '2026-11-21', to: '2026-11-22', views: 10, orders: 2, refunds: 1, new_learners: 2 },
    ...{ revenue_cents: 256_000, earned_cents: 230_400, learners: 8, started: 4, completed: 2, progress: 31, days },
    units: [{ id: '1', title: 'Numbers', started: 4, done: 2 }],
  });
  answers['CourseManage/detail'] = () => algebra;
  const { search } = open('/t_kecheng?course=7&tab=approved');
  expect(await screen.findByRole('heading', { name: 'Algebra' })).toBeTruthy();
  expect(sentTo('CourseManage/stats')).toEqual([{ id: '7', days: 30 }]);
  expect(screen.getByText('NT$2,560')).toBeTruthy();
  expect(screen.getByText('NT$2,304 of it is yours')).toBeTruthy();
  expect(screen.getByText('50% have begun, 25% have finished; 31% done on average.')).toBeTruthy();
  expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toMatchObject([
    expect.stringMatching(/^Page views: 10\. Best: 6 on 2026-11-22/),
    expect.stringMatching(/^Sales: NT\$2,560\. Best: NT\$2,560 on 2026-11-22/),
  ]);
  type('Period', '90');
  await waitFor(() => expect(sentTo('CourseManage/stats').at(-1)).toEqual({ id: '7', days: 90 }));
  expect(search()).toBe('?course=7&tab=approved&days=90');
  expect(screen.getByRole('link', { name: 'All courses' }).getAttribute('href')).toBe('/t_kecheng?tab=approved');
});

test('an announcement goes to all learners, and can be taken off again', async () => {
  let list = [{ id: '3', content: 'See you\non Monday', at: NOW, is_personal: false, to: null }];
  answers['Course/announce_list'] = () => ({ list, total: list.length, page: 1, limit: 10 });
  answers['CourseManage/announce'] = () => ({ learners: 12 });
  answers['CourseManage/announce_delete'] = () => {
    list = [];
    return {};
  };
  open('/t_kecheng?course=7&part=announcements');
  expect(await screen.findByText(/See you/)).toBeTruthy();
  type('Announcement', 'A new lesson is there.');
  press('Publish');
  await waitFor(() =>
    expect(sentTo('CourseManage/announce')).toMatchObject([{ course_id: '7', content: 'A new lesson is there.' }]),
  );
  await waitFor(() => expect(sentTo('Course/announce_list')).toHaveLength(2));
  await screen.findByText(/See you/);
  press('Delete');
  press('Delete', await screen.findByRole('dialog'));
  expect(await screen.findByText('Nothing announced yet')).toBeTruthy();
  expect(sentTo('CourseManage/announce_delete')).toEqual([{ id: '3' }]);
});

test('a coupon is made in dollars or percent, changed while nobody has it, and stopped', async () => {
  const coupon: MentorCoupon = {
    ...{ id: '5', title_zh: '早鳥', title_en: '', kind: 'fixed', value: 10_000, min_cents: 0, total: 20, code: '' },
    ...{ claimed: 0, used: 0, starts_at: NOW, ends_at: '2099-01-01T00:00:00.000Z', state: 'running' },
  };
  answers['CourseManage/coupon_list'] = () => ({ list: [coupon], total: 1, page: 1, limit: 10 });
  answers['CourseManage/coupon_save'] = () => coupon;
  answers['CourseManage/coupon_stop'] = () => ({});
  open('/t_kecheng?course=7&part=coupons');
  expect(await screen.findByText('NT$100 off')).toBeTruthy();
  press('New coupon');
  await screen.findByLabelText('Name in Chinese');
  type('Name in Chinese', '開學');
  type('Percent off', '15');
  type('How many', '100');
  type(/^Code/, 'BACK');
  press('Save');
  await waitFor(() =>
    expect(sentTo('CourseManage/coupon_save')).toMatchObject([
      { course_id: '7', title_zh: '開學', kind: 'percent', value: 15, min_cents: 0, total: 100, code: 'BACK' },
    ]),
  );
  await screen.findByText('NT$100 off');
  press('Edit');
  expect((await screen.findByLabelText<HTMLInputElement>('Amount off (NT$)')).value).toBe('100');
  type('Amount off (NT$)', '99');
  press('Save');
  await waitFor(() =>
    expect(sentTo('CourseManage/coupon_save').at(-1)).toMatchObject({ id: '5', kind: 'fixed', value: 9_900 }),
  );
  await screen.findByText('NT$100 off');
  press('Stop giving it');
  press('Stop giving it', await screen.findByRole('dialog'));
  await waitFor(() => expect(sentTo('CourseManage/coupon_stop')).toEqual([{ id: '5' }]));
});

test('a coupon with cents is refused beside its field, by its reason', async () => {
  answers['CourseManage/coupon_list'] = () => ({ list: [], total: 0, page: 1, limit: 10 });
  const refused = { reason: 'invalid', errors: { value: 'whole-dollars', min_cents: 'whole-dollars' } };
  answers['CourseManage/coupon_save'] = () => Response.json({ code: 422, msg: 'No.', data: refused });
  open('/t_kecheng?course=7&part=coupons');
  await screen.findByText('No coupons yet');
  press('New coupon');
  fireEvent.change(await screen.findByLabelText('Kind'), { target: { value: 'fixed' } });
  type('Amount off (NT$)', '99.5');
  type(/^From a price/, '10.5');
  press('Save');
  const reasons = await screen.findAllByText('Enter whole dollars, without cents');
  expect(reasons.map(({ id }) => id)).toEqual([
    screen.getByLabelText('Amount off (NT$)').getAttribute('aria-describedby'),
    screen.getByLabelText(/^From a price/).getAttribute('aria-describedby'),
  ]);
});

test('a mentor writes to one learner, and to all of a course', async () => {
  const buyer: Buyer = {
    ...{ member: { id: '9', name: 'Ann', headimg: '' }, course: { id: '7', title: 'Algebra' }, source: 'order' },
    ...{ order_no: '2026', percent: 40, joined_at: NOW, completed_at: null, ended_at: null },
    ...{ amount_cents: 100_000, refund: 'none' },
  };
  const courses = [{ id: '7', title: 'Algebra' }];
  answers['Studio/buyers'] = () => ({ list: [buyer], total: 1, page: 1, limit: 20, courses });
  answers['Studio/message_buyers'] = () => ({ learners: 1 });
  open('/t_mingdan');
  await screen.findByText('Ann');
  expect(screen.getByRole('button', { name: 'Chat with Ann' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Message all learners' })).toBeNull();
  press('Message Ann');
  await screen.findByRole('dialog');
  await screen.findByLabelText('Your message');
  type('Your message', 'Well done!');
  press('Send');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo('Studio/message_buyers')).toMatchObject([{ course_id: '7', member_ids: ['9'], content: 'Well done!' }]);
  type('Course', '7');
  fireEvent.click(await screen.findByRole('button', { name: 'Message all learners' }));
  await screen.findByRole('dialog');
  await screen.findByLabelText('Your message');
  type('Your message', 'Hello all');
  press('Send');
  await waitFor(() => expect(sentTo('Studio/message_buyers')).toHaveLength(2));
  expect(sentTo('Studio/message_buyers')[1]).not.toHaveProperty('member_ids');
});
