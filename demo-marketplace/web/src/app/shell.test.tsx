import { i18n } from '@lingui/core';
import type { MemberInfo } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '../features/session/index.js';
import { testMember } from '../testing/test-member.js';
import { activateLocale } from '../i18n/locale.js';
import { turnToastPage } from '../ui/toast.js';
import { routeTree } from './router.js';
import { routes } from '../lib/site-map.js';
import { TestApp, testClient } from '../testing/test-app.js';
import { answerAll, serveTests } from '../testing/server.js';

serveTests();

// As long as tests wait for anything: a busy machine imports a screen in seconds.
configure({ asyncUtilTimeout: 120_000 });

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** The URLs that were requested, and the answer to member info. */
let asked: string[];
let memberAnswer: () => Promise<Answer | undefined>;

beforeEach(async () => {
  await activateLocale('en');
  asked = [];
  memberAnswer = () => Promise.resolve({ code: 1, msg: '', data: testMember() });
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
  answerAll(async ({ path }) => {
    asked.push(path);
    if (!path.endsWith('member_info')) return Response.json({ code: 1, msg: 'done', data: {} });
    const member = await memberAnswer();
    return member && Response.json(member);
  });
});

afterEach(() => {
  cleanup();
  session.end();
  turnToastPage();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(path: string, member?: Partial<MemberInfo>) {
  if (member) {
    memberAnswer = () => Promise.resolve({ code: 1, msg: '', data: testMember(member) });
    session.start('TOKEN');
  }
  const client = testClient();
  const router = createMemoryRouter(routeTree(client), { initialEntries: ['/search', path], initialIndex: 1 });
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  const go = (to: string) => act(() => router.navigate(to));
  return { address, heading, go };
}

test('a visitor who asks for a page for members is told why, and led to the login and from there back', async () => {
  const { address } = open('/qianbao?tab=coupons');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('please register an account to enjoy more features');
  expect(address()).toBe('/login?redirect=%2Fqianbao%3Ftab%3Dcoupons');
  // The login requests the demo accounts; the wallet requested nothing.
  expect(asked.filter((path) => path !== '/api/Index/config')).toEqual([]);
});

test('public pages are open, and each one that is to come says so', async () => {
  const { address, heading, go } = open('/luntan');
  await heading('Mentor posts');
  expect(screen.getByText('Not open yet')).toBeTruthy();
  await go('/zhaopin');
  await heading('Jobs');
  expect(address()).toBe('/zhaopin');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('arriving at a page: it begins at its top, its heading has the focus, its title is said', async () => {
  const { heading, go } = open('/luntan');
  await heading('Mentor posts');
  expect(document.title).toBe('Mentor posts · Lectern');
  vi.mocked(window.scrollTo).mockClear();
  await go('/wen');
  expect(document.activeElement).toBe(await heading('Homework help'));
  expect(screen.getByTestId('navigation').textContent).toBe('Homework help · Lectern');
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test('somebody who types in the search while a page arrives goes on typing', async () => {
  const { heading, go } = open('/luntan');
  await heading('Mentor posts');
  const [box] = screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Search courses and mentors' });
  box!.focus();
  fireEvent.change(box!, { target: { value: 'calcu' } });
  await go('/wen');
  await heading('Homework help');
  expect(document.activeElement).toBe(box);
  expect(box!.value).toBe('calcu');
});

test('with each route the server is asked who is logged in, and what it says is kept under the keys of the specification', async () => {
  const { heading, go } = open('/qianbao', { name: 'Ann', headimg: '/a.png', current_type: 2 });
  await heading('Wallet');
  await go('/myorder');
  await heading('My orders');
  await waitFor(() => expect(asked.filter((url) => url === '/api/Member/member_info')).toHaveLength(2));
  const kept = Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));
  expect(kept).toMatchObject({
    token: 'TOKEN',
    hx_username: 'u1',
    hx_password: 'secret',
    hx_uid: 'u1',
    headimg: '/a.png',
    name: 'Ann',
    usertype: '2',
  });
});

test('a login that the server refuses ends: on a page for members by the way to the login', async () => {
  memberAnswer = () => Promise.resolve({ code: 401, msg: 'Log in again.', data: { reason: 'login-required' } });
  session.start('OLD');
  const { address } = open('/qianbao');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Please register an account to enjoy more features');
  expect(address()).toBe('/login?redirect=%2Fqianbao');
  expect(localStorage.getItem('token')).toBeNull();
});

test('a login that another device has ended says so on the way to the login', async () => {
  const msg = 'This account has been logged in on another device, please log in again';
  memberAnswer = () => Promise.resolve({ code: 206, msg, data: { reason: 'login-elsewhere' } });
  session.start('OLD');
  const { address } = open('/qianbao');
  expect((await screen.findByRole('alert')).textContent).toContain(msg);
  expect(address()).toBe('/login?redirect=%2Fqianbao');
  expect(localStorage.getItem('token')).toBeNull();
});

describe('a login that another device has ended', () => {
  const msg = 'This account has been logged in on another device, please log in again';
  const SPECIFIED_KEYS = [
    'token',
    'hx_username',
    'hx_password',
    'hx_uid',
    'headimg',
    'name',
    'usertype',
    'sendCodeTime',
  ] as const;

  beforeEach(() => {
    memberAnswer = () => Promise.resolve({ code: 206, msg, data: { reason: 'login-elsewhere' } });
    for (const key of SPECIFIED_KEYS) localStorage.setItem(key, '1');
    localStorage.setItem('locale', 'en');
    session.start('OLD');
  });

  test.each([
    ['a public page', '/luntan?tag=math', '/login?redirect=%2Fluntan%3Ftag%3Dmath'],
    ['a page for members', '/qianbao', '/login?redirect=%2Fqianbao'],
    ['the log-in', '/login?redirect=%2Fmyorder', '/login?redirect=%2Fmyorder'],
    ['another way of logging in', '/tel-login?redirect=%2Fmyorder', '/login?redirect=%2Fmyorder'],
    ['the sign-up', '/user-zhuce', '/login'],
  ])('leads from %s to the log-in, says so, and clears local storage but for the language', async (_what, from, to) => {
    const { address } = open(from);
    expect((await screen.findByRole('alert')).textContent).toContain(msg);
    await waitFor(() => expect(address()).toBe(to));
    expect(SPECIFIED_KEYS.filter((key) => localStorage.getItem(key) !== null)).toEqual([]);
    expect(localStorage.getItem('locale')).toBe('en');
  });

  test('leads there from a public page too when it ends while the page is open', async () => {
    const ended = memberAnswer;
    const { address, heading, go } = open('/luntan', {});
    await heading('Mentor posts');
    memberAnswer = ended;
    await go('/wen');
    expect((await screen.findByRole('alert')).textContent).toContain(msg);
    await waitFor(() => expect(address()).toBe('/login?redirect=%2Fwen'));
  });
});

test('a login that ends while a page is open is noticed by the next call, whatever it asks for', async () => {
  const refused = { code: 401, msg: 'Log in again.', data: { reason: 'login-required' } };
  let isOver = false;
  session.start('TOKEN');
  answerAll(({ path }) => {
    if (!path.endsWith('member_info')) isOver = true;
    return isOver ? Response.json(refused) : testMember();
  });
  const { address } = open('/xitong');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Please register an account to enjoy more features');
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fxitong'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('on a public page by the server’s words', async () => {
  memberAnswer = () => Promise.resolve({ code: 401, msg: 'Log in again.', data: { reason: 'login-required' } });
  session.start('OLD');
  const { address } = open('/luntan');
  expect((await screen.findByRole('alert')).textContent).toContain('Log in again.');
  expect(address()).toBe('/luntan');
  expect(localStorage.getItem('token')).toBeNull();
});

/** A response whose connection breaks before its end, as when a page is left. */
const cutOff = (): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));

test.each([
  ['is cut off midway', cutOff],
  ['comes from something in between', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['is a fault of the server', () => Response.json({ code: 0, msg: 'Oops', data: { reason: 'internal' } })],
])('an answer that %s logs nobody out', async (_title, answer) => {
  session.start('TOKEN');
  answerAll(answer);
  const { address } = open('/qianbao');
  await screen.findByRole('button', { name: 'Try again' });
  expect(address()).toBe('/qianbao');
  expect(localStorage.getItem('token')).toBe('TOKEN');
});

test('a network that is gone ends no login: the page says so, and asks again', async () => {
  const answer = memberAnswer;
  memberAnswer = () => Promise.resolve(undefined);
  session.start('TOKEN');
  const { heading } = open('/qianbao');
  await heading('This could not be loaded');
  expect(localStorage.getItem('token')).toBe('TOKEN');
  memberAnswer = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Wallet');
});

test('the wrong account is told what it lacks, and where to get it', async () => {
  const { heading, address } = open('/q_info', {});
  await heading('This page is not for your account');
  expect(screen.getByRole('link', { name: 'Enterprise log-in' }).getAttribute('href')).toBe('/qiye-login');
  expect(address()).toBe('/q_info');
});

test('a mentor without the permission for a page is led to where that is said', async () => {
  const { heading, address } = open('/t_kecheng', { current_type: 2, provider_check_status: 2 });
  await heading('Not enabled for you yet');
  expect(address()).toBe('/t_notpage1');
});

test('logging out in another tab logs out here', async () => {
  const { heading, address } = open('/qianbao', {});
  await heading('Wallet');
  localStorage.removeItem('token');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fqianbao'));
});

test('/index is the start page, and a copied video link leads to the course, both with their query', async () => {
  const { address, go } = open('/index?from=mail', {});
  await waitFor(() => expect(address()).toBe('/?from=mail'));
  await go('/pages/detail/detail?id=7&t=42');
  await waitFor(() => expect(address()).toBe('/video-info?id=7&t=42'));
});

test('an address that nothing answers to says so, within the frame', async () => {
  const { heading } = open('/nowhere');
  await heading('We can’t find this page');
  expect(screen.getAllByRole('navigation', { name: 'Main' }).length).toBeGreaterThan(0);
});

test('the top navigation has the entries of the specification, and search carries its text', async () => {
  const { heading, address } = open('/luntan');
  await heading('Mentor posts');
  const [nav] = screen.getAllByRole('navigation', { name: 'Main' });
  const links = within(nav!).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/kecheng-online',
    '/kecheng-live',
    '/kecheng-huodong',
    '/wen',
    '/luntan',
    '/zhaopin',
  ]);
  const [box] = screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Search courses and mentors' });
  fireEvent.change(box!, { target: { value: '微積分 & more' } });
  fireEvent.submit(box!.form!);
  await waitFor(() => expect(address()).toBe('/search?query=%E5%BE%AE%E7%A9%8D%E5%88%86+%26+more'));
});

test('a page without a line in the menu of its area is marked by the line that leads on to it', async () => {
  open('/t_tixianjilu1', {});
  const menu = await screen.findByRole('navigation', { name: 'Personal menu' });
  expect(within(menu).getByRole('link', { name: 'Wallet' }).getAttribute('aria-current')).toBe('true');
  expect(within(menu).getByRole('link', { name: 'My orders' }).hasAttribute('aria-current')).toBe(false);
});

test('the message icon asks visitors to register, and shows members by a red dot that something is new', async () => {
  const visitor = open('/luntan');
  await visitor.heading('Mentor posts');
  fireEvent.click(screen.getByRole('button', { name: 'Messages' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your messages are waiting behind an account' });
  expect(within(dialog).getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/user-zhuce');
  cleanup();

  const member = open('/luntan', { invite_new_num: 2 });
  await member.heading('Mentor posts');
  const link = await screen.findByRole('link', { name: 'Messages, new ones' });
  expect(link.getAttribute('href')).toBe('/xiaoxi');
  expect(within(link).getByTestId('red-dot')).toBeTruthy();
});

test('the account menu opens by the keyboard, and logging out leaves nothing of the login', async () => {
  const { heading, address } = open('/qianbao', { name: 'Ann', pid: 3 });
  await heading('Wallet');
  const button = await screen.findByRole('button', { name: 'Account of Ann' });
  fireEvent.keyDown(button, { key: 'Enter' });
  const menu = await screen.findByRole('menu');
  expect(within(menu).getAllByRole('menuitem')[0]!.textContent).toBe('My courses');
  const account = within(menu).getByRole('group', { name: 'Account' });
  expect(within(account).getByRole('menuitem', { name: 'Enterprise client' })).toBeTruthy();
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  await waitFor(() => expect(address()).toBe('/'));
  expect(asked).toContain('/api/Login/logout');
  expect(localStorage.getItem('name')).toBeNull();
});

test('every route has its screen or says that it is coming, for whom it is for', async () => {
  const everybody = testMember({ provider_check_status: 2, current_type: 2, is_provider: 1, is_homework: 1 });
  const { heading, go } = open('/nowhere', everybody);
  const forPeople = routes.filter(({ state, area }) => state === 'coming' && area !== 'enterprise');
  for (const entry of forPeople.filter(({ roles }) => roles?.includes('enterprise') !== true)) {
    await go(entry.path);
    await heading(i18n._(entry.title));
  }
  memberAnswer = () => Promise.resolve({ code: 1, msg: '', data: testMember({ identity: 2 }) });
  await go('/zhaopin');
  await waitFor(() => expect(localStorage.getItem('usertype')).toBe('3'));
  for (const entry of routes.filter(
    ({ state, roles }) => state === 'coming' && roles?.includes('enterprise') === true,
  )) {
    await go(entry.path);
    await heading(i18n._(entry.title));
  }
});
