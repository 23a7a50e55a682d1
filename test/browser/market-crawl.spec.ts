import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { listedRoutes, MarketPage, type ListedRoute } from './market-page.js';

/** The parts of the back office, by their queries. */
const OFFICE = [
  'mentors',
  'courses',
  'withdrawals',
  'refunds',
  'payments',
  'reports',
  'feedback',
  'members',
  'log',
].map((section) => `/admin?section=${section}`);

type Role = 'visitor' | 'learner' | 'mentor' | 'company' | 'office';

interface Walk {
  readonly role: Role;
  /** True for pages that no other role sees in the same way; axe checks them. */
  readonly isOwn: (route: ListedRoute) => boolean;
  /** Pages of other roles that this one sees differently: with other content, another state, or a refusal. */
  readonly others: readonly string[];
}

const isEditor = ({ path }: ListedRoute): boolean => path === '/t_kecheng_add';

/** Each page is walked in the roles that see it differently. */
const WALKS: readonly Walk[] = [
  { role: 'visitor', isOwn: ({ isPublic }) => isPublic, others: ['/xiaoxi', '/user-info', '/teacher', '/q_info'] },
  {
    role: 'learner',
    isOwn: (route) => !route.isPublic && route.area !== 'mentor' && !route.isForEnterprises && !isEditor(route),
    others: ['/', '/kecheng-online', '/search', '/video-info', '/teacher', '/t_kecheng_add', '/q_info'],
  },
  {
    role: 'mentor',
    isOwn: (route) => route.area === 'mentor' || isEditor(route),
    others: ['/', '/video-info', '/daoshi', '/user-info', '/shenqing', '/xitong', '/t_luntan_add', '/q_info'],
  },
  {
    role: 'company',
    isOwn: ({ isForEnterprises }) => isForEnterprises,
    others: ['/', '/xiaoxi', '/video-pay', '/user-info', '/teacher', '/t_notpage1'],
  },
  { role: 'office', isOwn: () => false, others: ['/', ...OFFICE] },
];

const LOOKS = [
  { locale: 'zh', theme: 'light', width: 1280 },
  { locale: 'en', theme: 'dark', width: 390 },
] as const;

const NOT_YOURS = /^(This page is not for your account|你沒有這個頁面的權限)$/;

interface Stop extends ListedRoute {
  readonly isOwn: boolean;
}

/** The stops of a walk. Sections of the back office are one page, so another page is visited between them. */
function stopsOf({ isOwn, others }: Walk): readonly Stop[] {
  const part = { area: 'office', isComing: false, isPublic: false, isForEnterprises: false, isOwn: true };
  const listed = listedRoutes().flatMap((route) =>
    isOwn(route) || others.includes(route.path) ? [{ ...route, isOwn: isOwn(route) }] : [],
  );
  const between = listedRoutes().find(({ path }) => path === '/t_notpage');
  const office = others.filter((path) => OFFICE.includes(path)).map((path) => ({ ...part, path }));
  return [...listed, ...office.flatMap((stop) => (between === undefined ? [] : [{ ...between, isOwn: false }, stop]))];
}

/** Query strings of the detail pages; each object exists for the role that may see it. */
type Queries = Readonly<Partial<Record<Role, Readonly<Record<string, string>>>>>;

/** Finds the things that pages show by their titles. */
async function findQueries(browser: Browser, origin: string): Promise<Queries> {
  const [learner, mentor] = await Promise.all([MarketPage.open(browser, origin), MarketPage.open(browser, origin)]);
  await Promise.all([learner.enterAs('learner'), mentor.enterAs('mentor')]);
  const course = await learner.queryOf(
    '/search?query=Python',
    '/video-info',
    'Python from zero: your first useful program',
  );
  const own = await mentor.queryOf('/t_kecheng', '/t_kecheng_add', 'The story of chance: from dice to the weather');
  const event = await learner.queryOf('/kecheng-huodong', '/live-info', 'Portfolio review afternoon');
  const everybody = {
    '/search': '?query=Python',
    '/video-info': course,
    '/live-info': event,
    '/pages/detail/detail': await learner.queryOf(
      '/search?query=assistant',
      '/video-info',
      'Build your own AI assistant',
    ),
  };
  const bought = await learner.queryOf('/search?query=skin', '/video-info', 'The bones and skin of the web');
  const queries = {
    visitor: everybody,
    learner: {
      ...everybody,
      '/video-pay': bought.replace('id', 'course'),
      '/live-buy': event,
      '/daoshi': await learner.queryOf('/search?query=Chen', '/daoshi', /Ms Chen/),
      '/myzhengshu-info': await learner.queryOf('/myzhengshu', '/myzhengshu-info', /./),
    },
    mentor: { ...everybody, '/t_kecheng_add': own },
    company: everybody,
  };
  await Promise.all([learner.close(), mentor.close()]);
  return queries;
}

test.describe('every page of the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;
  let queries: Queries;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
    queries = await findQueries(browser, server.url);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('is walked in some role', () => {
    const walked = new Set(WALKS.flatMap(stopsOf).map(({ path }) => path));
    const listed = listedRoutes().map(({ path }) => path);
    expect(listed.length).toBeGreaterThanOrEqual(74);
    expect(listed.filter((path) => !walked.has(path))).toEqual([]);
  });

  for (const walk of WALKS) {
    for (const look of LOOKS) {
      const { role } = walk;
      test(`works for a ${role}, fits and is accessible, in ${look.locale}, ${look.theme}, at ${look.width} px`, async () => {
        const somebody = await MarketPage.open(browser, server.url, look);
        if (role === 'visitor') await somebody.goto('/none');
        else await somebody.enterAs(role);
        const flaws: string[] = [];
        for (const stop of stopsOf(walk)) {
          const path = stop.path + (queries[role]?.[stop.path] ?? '');
          const isLetIn = role !== 'visitor' || stop.isPublic;
          await somebody.follow(path, isLetIn ? leadsTo(path) : `/login?redirect=${encodeURIComponent(path)}`);
          if (stop.isForEnterprises && !['visitor', 'company'].includes(role)) {
            await expect(somebody.page.getByRole('heading', { level: 1 })).toHaveText(NOT_YOURS);
          }
          if (stop.isOwn && !stop.isComing) flaws.push(...(await somebody.flaws()));
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
