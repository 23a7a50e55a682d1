import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiQueryClient } from '../api/query-client.js';
import { memberQuery, session } from '../features/session/index.js';
import { activateLocale } from '../i18n/locale.js';
import type { Page } from '../lib/page.js';
import { answerAll, serveTests } from '../testing/server.js';
import { TestApp, testClient } from '../testing/test-app.js';
import { testMember } from '../testing/test-member.js';
import { pages } from './routes.js';

serveTests();

/** Addresses of a page that asks by more than its path. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/video-info': ['?id=7'],
  '/myzhengshu-info': ['?id=7'],
  '/myorder': ['?tab=paid&page=2&keyword=algebra'],
  '/mykecheng': ['?tab=done&page=2'],
  '/myguanzhu': ['?tab=followers&page=2'],
  '/myyuanwang': ['?page=3', '?tab=live&page=2'],
  '/t_mingxi_all': ['?biz=course&from=2026-11-01&page=2'],
  '/t_tixianjilu': ['?status=paid&page=2'],
  '/kecheng-online': ['?price=high&page=2'],
  '/kecheng-live': ['?mode=online&from=2026-11-01'],
  '/kecheng-huodong': ['?sort=newest&page=2'],
  '/live-info': ['?id=7'],
  '/live-buy': ['?id=7'],
  '/search': ['', '?query=algebra', '?query=algebra&type=course&level=1', '?query=algebra&type=mentor&page=2'],
  '/daoshi': ['?id=7&page=2', '?id=7&tab=reviews&page=2'],
  '/xiaoxi': ['', '?type=order'],
  '/xitong': ['?type=order', '?tab=settings'],
  '/video-pay': ['?order=202611220000000001', '?course=7'],
  '/classroom/:session': ['/classroom/21'],
  '/verify/:no': ['/verify/LC-1234'],
  '/fankui': ['?page=2', '?target=course:7'],
  '/t_kecheng': [
    '?tab=draft&keyword=algebra&page=2',
    '?course=7&days=90',
    '?course=7&part=coupons&page=2',
    '?course=7&part=announcements&page=2',
  ],
  '/t_kecheng_add': ['?id=7', '?id=7&view=preview'],
  '/t_zhibo': ['?tab=pending&page=2', '?tab=rooms'],
  '/t_zhibo_add': ['?id=7'],
  '/t_zhiboshi_add': ['?id=7'],
  '/t_mingdan': ['?course=7&state=learning&from=2026-11-01&page=2'],
  '/admin': [
    '',
    '?section=courses&page=2',
    '?section=courses&id=7',
    '?section=lives&page=2',
    '?section=lives&id=7',
    '?section=withdrawals&page=2',
    '?section=refunds&page=2',
    '?section=payments&state=closed&page=2',
    '?section=reports&state=upheld&page=2',
    '?section=feedback&state=answered&page=2',
    '?section=members&q=ann&filter=mentor&page=2',
    '?section=log&q=ann&all=1&page=2',
  ],
};

/** Pages whose first screen shows nothing of the server, each with the reason. */
const NEED_NONE: Readonly<Record<string, string>> = {
  '/email-login': 'A form that logs in.',
  '/tel-login': 'A form that logs in.',
  '/forget-pwd': 'A form that sends a code.',
  '/user-zhuce': 'A form that registers.',
  '/t_notpage': 'A fixed text.',
};

/** Pages that start their queries only once their code has loaded; none is added. */
const AFTER_THEIR_CODE = ['/classroom'];

const started = Object.entries(pages).filter((entry): entry is [string, Page & { queries: object }] => {
  const [, { queries }] = entry;
  return queries !== undefined;
});

const keysIn = (client: ApiQueryClient): string[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.fetchStatus === 'fetching')
    .map(({ queryHash }) => queryHash)
    .toSorted();

beforeEach(async () => {
  await activateLocale('en');
  session.start('TOKEN');
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
  // Without any answer, only what a page asks for at once is seen.
  answerAll(() => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  session.end();
  vi.unstubAllGlobals();
});

test('the pages of money, courses and certificates start their queries beside their code', () => {
  expect(started.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/', '/qianbao', '/t_qianbao', '/t_mingxi_all', '/myorder', '/mykecheng', '/myzhengshu']),
  );
});

test('every other page starts its queries beside its code', () => {
  const without = Object.entries(pages).filter(([, { queries }]) => queries === undefined);
  expect(without.map(([path]) => path).toSorted()).toEqual([...Object.keys(NEED_NONE), ...AFTER_THEIR_CODE].toSorted());
});

test.each(Object.keys(NEED_NONE))('%s asks for nothing at once', async (path) => {
  const Screen = await pages[path as keyof typeof pages]!.load();
  const client = testClient();
  const router = createMemoryRouter([{ path, Component: Screen }], { initialEntries: [path] });
  const { container } = render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  await vi.waitFor(() => expect(container.textContent).not.toBe(''));
  expect(keysIn(client)).toEqual([]);
});

/** A client of a mentor, as pages of mentors show nothing to others. */
function mentorClient(): ApiQueryClient {
  const client = testClient();
  client.setQueryData(
    memberQuery().queryKey,
    testMember({ provider_check_status: 2, current_type: 2, is_provider: 1 }),
  );
  return client;
}

const visits = started.flatMap(([path, page]) =>
  (ADDRESSES[path] ?? ['']).map((address): [address: string, path: string, page: (typeof started)[number][1]] => [
    address.startsWith('/') ? address : path + address,
    path,
    page,
  ]),
);

test.each(visits)('%s asks for nothing at once that its loader has not started', async (address, path, page) => {
  const [start, Screen] = await Promise.all([page.queries!(), page.load()]);
  const ahead = mentorClient();
  const [pathname = '', search = ''] = address.split('?');
  start(ahead, new URLSearchParams(search), matchPath(path, pathname)?.params ?? {});
  const client = mentorClient();
  const router = createMemoryRouter([{ path, Component: Screen }], { initialEntries: [address] });
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  await vi.waitFor(() => expect(keysIn(client)).not.toEqual([]));
  expect(keysIn(ahead)).toEqual(expect.arrayContaining(keysIn(client)));
});
