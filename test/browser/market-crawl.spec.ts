import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { listedRoutes, MarketPage, type ListedRoute } from './market-page.js';

const OFFICE = ['mentors', 'courses', 'withdrawals', 'refunds', 'payments', 'reports', 'feedback', 'members', 'log'];

/** What pages that show one thing are asked for; each is there for the role that may see it. */
const QUERIES: Readonly<Record<string, string>> = {
  '/search': '?query=Python',
  '/video-info': '?id=2',
  '/pages/detail/detail': '?id=35',
};
const LEARNER = { '/video-pay': '?course=5', '/daoshi': '?id=2', '/myzhengshu-info': '?id=1' };
const MENTOR = { '/t_kecheng_add': '?id=41' };

/** Who goes through all pages, and whose pages axe looks at then: everybody's are looked at once. */
const ROLES = [
  { role: 'visitor', isOwn: (route: ListedRoute) => route.isPublic, queries: QUERIES },
  {
    role: 'learner',
    isOwn: ({ isPublic, area, path }: ListedRoute) => !isPublic && area !== 'mentor' && path !== '/t_kecheng_add',
    queries: { ...QUERIES, ...LEARNER },
  },
  {
    role: 'mentor',
    isOwn: ({ area, path }: ListedRoute) => area === 'mentor' || path === '/t_kecheng_add',
    queries: { ...QUERIES, ...MENTOR },
  },
  { role: 'company', isOwn: () => false, queries: QUERIES },
  { role: 'office', isOwn: ({ path }: ListedRoute) => path.startsWith('/admin'), queries: QUERIES },
] as const;

const LOOKS = [
  { locale: 'zh', theme: 'light', width: 1280 },
  { locale: 'en', theme: 'dark', width: 390 },
] as const;

const NOT_YOURS = /^(This page is not for your account|你沒有這個頁面的權限)$/;

/** All pages; those of the back office lie among the others, since going from part to part is no new page. */
function stopsOf(role: string): readonly ListedRoute[] {
  const routes = listedRoutes();
  if (role !== 'office') return routes;
  const part = { area: 'office', isComing: false, isPublic: false, isForEnterprises: false };
  return routes.flatMap((route, at) => {
    const section = OFFICE[at];
    return section === undefined ? [route] : [route, { ...part, path: `/admin?section=${section}` }];
  });
}

test.describe('every page of the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  for (const { role, isOwn, queries } of ROLES) {
    for (const look of LOOKS) {
      test(`works for a ${role}, fits and is accessible, in ${look.locale}, ${look.theme}, at ${look.width} px`, async () => {
        const somebody = await MarketPage.open(browser, server.url, look);
        if (role === 'visitor') await somebody.goto('/none');
        else await somebody.enterAs(role);
        const stops = stopsOf(role);
        expect(stops.length).toBeGreaterThanOrEqual(74);
        const flaws: string[] = [];
        for (const stop of stops) {
          const path = stop.path + ((queries as Readonly<Record<string, string>>)[stop.path] ?? '');
          const isLetIn = role !== 'visitor' || stop.isPublic;
          await somebody.follow(path, isLetIn ? leadsTo(path) : `/login?redirect=${encodeURIComponent(path)}`);
          if (stop.isForEnterprises && !['visitor', 'company'].includes(role)) {
            await expect(somebody.page.getByRole('heading', { level: 1 })).toHaveText(NOT_YOURS);
          }
          if (isOwn(stop) && !stop.isComing) flaws.push(...(await somebody.flaws()));
          flaws.push(...(await somebody.overflow(look.width === 390 ? 1280 : 390, look.width)));
        }
        expect(flaws).toEqual([]);
        expect(somebody.complaints).toEqual([]);
        await somebody.close();
      });
    }
  }

  test('has nothing to complain about for a member who has done nothing yet', async () => {
    const eve = await MarketPage.open(browser, server.url);
    await eve.goto('/user-zhuce');
    await eve.register('eve@example.org', 'Eve');
    await eve.page.getByRole('button', { name: 'Account of Eve' }).waitFor();
    for (const { path, isPublic, isComing } of listedRoutes()) {
      if (!isPublic && !isComing) await eve.follow(path, leadsTo(path));
    }
    expect(eve.complaints).toEqual([]);
    await eve.close();
  });
});

/** Where an address that is another one's leads. */
const leadsTo = (path: string): string =>
  path === '/index' ? '/' : path.replace('/pages/detail/detail', '/video-info');
