// @vitest-environment node
import { expect, test } from 'vitest';
import { accountMenu, type MenuEntry } from '../../features/session/index.js';
import { testMember } from '../../testing/test-member.js';
import { groupsOf } from './menu-groups.js';

const targets = (menu: readonly MenuEntry[]): string[] =>
  menu.map((entry) =>
    entry.kind === 'link' ? entry.to : entry.kind === 'switch' ? `switch ${entry.type}` : entry.kind,
  );

test('entries are shown by their groups, in the order of the specification within each', () => {
  const shown = (member: ReturnType<typeof testMember>) =>
    groupsOf(accountMenu(member)).map(({ group, entries }) => [group, targets(entries)]);
  expect(shown(testMember())).toEqual([
    ['learning', ['/mykecheng', '/myyuanwang', '/mywen', '/myguanzhu', '/myzhengshu']],
    ['money', ['/qianbao', '/myorder']],
    ['account', ['/user-info', '/myjianli', '/shenqing', '/fankui', 'log-out']],
  ]);
  const mentor = testMember({ current_type: 2, provider_check_status: 2, is_provider: 1, is_homework: 1 });
  expect(shown(mentor)).toEqual([
    ['teaching', ['/t_kecheng', '/t_zhibo', '/t_mingdan', '/t_wen', '/t_luntan']],
    ['money', ['/t_qianbao']],
    ['account', ['/teacher', 'switch 1', 'log-out']],
  ]);
});
