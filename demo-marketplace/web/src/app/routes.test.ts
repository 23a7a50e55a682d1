// @vitest-environment node
import { expect, test } from 'vitest';
import doc from '../../../../docs/routes.md?raw';
import en from '../i18n/catalogs/shell.en.json';
import { aliases, pages } from './routes.js';
import { routes, specRoutes, type RouteEntry } from '../lib/site-map.js';

const find = (path: string): RouteEntry | undefined => routes.find((entry) => entry.path === path);

test('the 75 routes of the specification are there, each once', () => {
  expect(specRoutes).toHaveLength(75);
  expect(new Set(routes.map(({ path }) => path.toLowerCase())).size).toBe(routes.length);
});

test('the public ones are those of the specification §2, and the targets of shared links', () => {
  const listed =
    '/, /login, /email-login, /forget-pwd, /qiye-forget, /qiye-login, /qiye-youshi, /qiye-zhuce, /tel-login, /user-zhuce, ' +
    '/kecheng-online, /kecheng-live, /kecheng-huodong, /search, /video-info, /live-info, /wen, /luntan, /zhaopin';
  const isPublic = specRoutes.filter((entry: RouteEntry) => entry.isPublic).map(({ path }) => path);
  expect(isPublic).toEqual([...listed.split(', '), '/pages/detail/detail', '/share.html']);
});

test.each([
  [
    'enterprise',
    '/q_info /q_fangan /q_yuangong /q_yuangong_add /q_yuangong_jilu /q_peixun /q_huiyi /q_zhaopin /q_mianfei',
  ],
  [
    'mentor',
    '/teacher /t_notpage1 /t_notpage /t_luntan /t_kecheng /t_zhibo /t_mingdan /t_qianbao /t_mingxi_all /t_mingxi_wen /t_tixianjilu /t_wen',
  ],
  [
    'personal',
    '/user-info /myorder /qianbao /t_qianbao1 /t_mingxi_wen1 /t_tixianjilu1 /mykecheng /myyuanwang /mywen /qiye-user /myjianli /myguanzhu /myzhengshu /myzhengshu-info /shenqing /fankui /xitong',
  ],
])('the %s area has the children of the specification', (area, paths) => {
  expect(specRoutes.filter((entry) => entry.area === area).map(({ path }) => path)).toEqual(paths.split(' '));
});

test('a route is coming exactly as long as nothing answers to it', () => {
  for (const entry of routes) {
    const path = entry.path as keyof typeof pages;
    const isThere = pages[path] !== undefined || aliases[path] !== undefined || entry.area === 'standalone';
    expect(isThere, entry.path).toBe(entry.state !== 'coming');
  }
  for (const target of Object.values(aliases)) expect(find(target)).toBeDefined();
});

const forWhom = ({ isPublic, roles, needs }: RouteEntry): string => {
  if (isPublic) return 'everybody';
  const who = roles === undefined ? 'members' : roles.join(', ');
  return needs === undefined ? who : `${who}; ${needs}`;
};

const rowOf = (entry: RouteEntry): string => {
  const title = (en as Record<string, string>)[entry.title] ?? entry.title;
  return [`\`${entry.path}\``, title, entry.area, forWhom(entry), entry.state].join(' | ');
};

test('homework income has two pages, of mentors and of members, and both come with homework', () => {
  const [mentors, members] = ['/t_mingxi_wen', '/t_mingxi_wen1'].map((path) => find(path)!);
  expect([mentors?.state, members?.state]).toEqual(['coming', 'coming']);
  const titles = en as Record<string, string>;
  expect([titles[mentors!.title], titles[members!.title]]).toEqual(['Homework income', 'My homework income']);
});

test('docs/routes.md lists them all, with their state', () => {
  const rows = doc
    .split('\n')
    .filter((line) => line.startsWith('| `/'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(' | '),
    );
  expect(rows).toEqual(specRoutes.map(rowOf));
});
