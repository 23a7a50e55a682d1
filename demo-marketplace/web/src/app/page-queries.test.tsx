import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiQueryClient } from '../api/query-client.js';
import { session } from '../features/session/index.js';
import { activateLocale } from '../i18n/locale.js';
import type { Page } from '../lib/page.js';
import { answerAll, serveTests } from '../testing/server.js';
import { TestApp, testClient } from '../testing/test-app.js';
import { pages } from './routes.js';

serveTests();

/** The query of an address where a page asks by it. */
const SEARCHES: Readonly<Record<string, string>> = {
  '/video-info': '?id=7',
  '/myzhengshu-info': '?id=7',
  '/myorder': '?tab=paid&page=2&keyword=algebra',
  '/mykecheng': '?tab=done&page=2',
  '/myguanzhu': '?tab=followers&page=2',
  '/myyuanwang': '?page=3',
  '/t_mingxi_all': '?biz=course&from=2026-11-01&page=2',
  '/t_tixianjilu': '?status=paid&page=2',
  '/kecheng-online': '?price=high&page=2',
  '/kecheng-live': '?mode=online&from=2026-11-01',
  '/kecheng-huodong': '?sort=newest&page=2',
  '/live-info': '?id=7',
  '/live-buy': '?id=7',
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
const AFTER_THEIR_CODE = [
  '/admin',
  '/classroom',
  '/classroom/:session',
  '/daoshi',
  '/fankui',
  '/login',
  '/search',
  '/shenqing',
  '/t_kecheng',
  '/t_kecheng_add',
  '/t_mingdan',
  '/teacher',
  '/user-info',
  '/verify/:no',
  '/video-pay',
  '/xiaoxi',
  '/xitong',
];

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

test.each(started)('%s asks for nothing at once that its loader has not started', async (path, page) => {
  const search = SEARCHES[path] ?? '';
  const [start, Screen] = await Promise.all([page.queries!(), page.load()]);
  const ahead = testClient();
  start(ahead, new URLSearchParams(search));
  const client = testClient();
  const router = createMemoryRouter([{ path, Component: Screen }], { initialEntries: [path + search] });
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  await vi.waitFor(() => expect(keysIn(client)).not.toEqual([]));
  expect(keysIn(ahead)).toEqual(expect.arrayContaining(keysIn(client)));
});
