import type { MenuEntry } from '../../features/session/index.js';
import type { RoutePath } from '../../lib/site-map.js';

/** Groups of a menu, in the order in which they are shown; those of mentors teach where learners learn. */
export const MENU_GROUPS = ['learning', 'teaching', 'money', 'account'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

const GROUP_OF: Readonly<Partial<Record<RoutePath, MenuGroup>>> = {
  ...{ '/mykecheng': 'learning', '/myyuanwang': 'learning', '/mywen': 'learning' },
  ...{ '/myguanzhu': 'learning', '/myzhengshu': 'learning' },
  ...{ '/t_kecheng': 'teaching', '/t_zhibo': 'teaching', '/t_mingdan': 'teaching' },
  ...{ '/t_wen': 'teaching', '/t_luntan': 'teaching', '/t_notpage1': 'teaching' },
  ...{ '/qianbao': 'money', '/myorder': 'money', '/t_qianbao': 'money' },
};

const groupOf = (entry: MenuEntry): MenuGroup =>
  entry.kind === 'link' ? (GROUP_OF[entry.to] ?? 'account') : 'account';

/** The entries of a menu by their groups; each group keeps the order of the menu. */
export function groupsOf<Entry extends MenuEntry>(
  menu: readonly Entry[],
): readonly { readonly group: MenuGroup; readonly entries: readonly Entry[] }[] {
  return MENU_GROUPS.map((group) => ({ group, entries: menu.filter((entry) => groupOf(entry) === group) })).filter(
    ({ entries }) => entries.length > 0,
  );
}
