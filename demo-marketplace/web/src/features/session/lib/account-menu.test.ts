// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { accountMenu, type MenuEntry } from './account-menu.js';
import { testMember } from '../../../testing/test-member.js';

const targets = (menu: readonly MenuEntry[]): string[] =>
  menu.map((entry) =>
    entry.kind === 'link' ? entry.to : entry.kind === 'switch' ? `switch ${entry.type}` : entry.kind,
  );

const labelOf = (menu: readonly MenuEntry[], to: string): string | undefined =>
  menu.find((entry) => entry.kind === 'link' && entry.to === to)?.label;

describe('a learner’s menu', () => {
  test('has the lines of the specification, in its order', () => {
    expect(targets(accountMenu(testMember()))).toEqual([
      '/user-info',
      '/qianbao',
      '/mykecheng',
      '/myorder',
      '/myyuanwang',
      '/mywen',
      '/myjianli',
      '/myguanzhu',
      '/myzhengshu',
      '/shenqing',
      '/fankui',
      'log-out',
    ]);
  });

  test('begins with the back office for those who run the site, and their area’s does not', () => {
    const staff = testMember({ is_staff: 1 });
    expect(targets(accountMenu(staff)).slice(0, 2)).toEqual(['/admin', '/user-info']);
    expect(targets(accountMenu(staff, 'learner'))).not.toContain('/admin');
  });

  test('begins with the enterprise client for members of a company only', () => {
    expect(targets(accountMenu(testMember({ pid: 7 })))[0]).toBe('/qiye-user');
    expect(targets(accountMenu(testMember({ pid: 0 })))).not.toContain('/qiye-user');
  });

  test.each([0, 1, 3] as const)('leads to the application while its status is %i, and says so', (status) => {
    const menu = accountMenu(testMember({ provider_check_status: status }));
    expect(labelOf(menu, '/shenqing')).toBe(`menu.apply.${status}`);
    expect(targets(menu)).not.toContain('switch 2');
  });

  test('leads over to the mentor’s side once the application was approved', () => {
    const menu = targets(accountMenu(testMember({ provider_check_status: 2 })));
    expect(menu).toContain('switch 2');
    expect(menu).not.toContain('/shenqing');
  });
});

describe('a mentor’s menu', () => {
  const mentor = { current_type: 2, provider_check_status: 2 } as const;

  test('leads everywhere with both permissions', () => {
    expect(targets(accountMenu(testMember({ ...mentor, is_provider: 1, is_homework: 1 })))).toEqual([
      '/teacher',
      '/t_kecheng',
      '/t_zhibo',
      '/t_mingdan',
      '/t_wen',
      '/t_luntan',
      '/t_qianbao',
      'switch 1',
      'log-out',
    ]);
  });

  test('keeps courses, live, list and social for providers', () => {
    const menu = accountMenu(testMember({ ...mentor, is_provider: 0, is_homework: 1 }));
    const kept = ['route.t_kecheng', 'route.t_zhibo', 'route.t_mingdan', 'route.t_luntan'];
    expect(menu.flatMap((one) => (one.kind === 'link' && one.to === '/t_notpage1' ? [one.label] : []))).toEqual(kept);
    expect(targets(menu)).toContain('/t_wen');
  });

  test('keeps answering for those who answer homework', () => {
    const menu = accountMenu(testMember({ ...mentor, is_provider: 1, is_homework: 0 }));
    expect(labelOf(menu, '/t_notpage1')).toBe('route.t_wen');
    expect(targets(menu)).toContain('/t_kecheng');
  });
});

test('an enterprise’s menu, whatever else the account says', () => {
  expect(targets(accountMenu(testMember({ identity: 2, current_type: 1, pid: 3 })))).toEqual([
    '/q_info',
    '/q_yuangong',
    '/q_mianfei',
    '/q_peixun',
    '/q_huiyi',
    '/q_zhaopin',
    'log-out',
  ]);
});
