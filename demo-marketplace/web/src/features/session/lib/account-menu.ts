import { ProviderCheckStatus, UserType, userTypeOf, type MemberInfo } from '@lectern/marketplace-contract';
import type { RoutePath } from '../../../lib/site-map.js';
import type { MessageId } from '../../../i18n/messages.js';

/** One line of an account menu. */
export type MenuEntry =
  | { readonly kind: 'link'; readonly label: MessageId; readonly to: RoutePath }
  /** Goes over to the other side: 1 learner, 2 mentor. */
  | { readonly kind: 'switch'; readonly label: MessageId; readonly type: 1 | 2 }
  | { readonly kind: 'log-out'; readonly label: MessageId };

export type MenuKind = 'learner' | 'mentor' | 'enterprise';

const link = (label: MessageId, to: RoutePath): MenuEntry => ({ kind: 'link', label, to });
const LOG_OUT: MenuEntry = { kind: 'log-out', label: 'menu.logout' };

/** The menu entry for the mentor application: its state and the next step (specification §4). */
function applicationEntry(status: MemberInfo['provider_check_status']): MenuEntry {
  if (status === ProviderCheckStatus.Approved) return { kind: 'switch', label: 'menu.apply.2', type: 2 };
  return link(`menu.apply.${status}`, '/shenqing');
}

const learnerMenu = (member: MemberInfo): readonly MenuEntry[] => [
  ...(member.pid > 0 ? [link('route.qiye-user', '/qiye-user')] : []),
  link('route.user-info', '/user-info'),
  link('route.qianbao', '/qianbao'),
  link('route.mykecheng', '/mykecheng'),
  link('route.myorder', '/myorder'),
  link('route.myyuanwang', '/myyuanwang'),
  link('route.mywen', '/mywen'),
  link('route.myjianli', '/myjianli'),
  link('route.myguanzhu', '/myguanzhu'),
  link('route.myzhengshu', '/myzhengshu'),
  applicationEntry(member.provider_check_status),
  link('route.fankui', '/fankui'),
  LOG_OUT,
];

function mentorMenu(member: MemberInfo): readonly MenuEntry[] {
  const forProviders = (to: RoutePath): RoutePath => (member.is_provider === 1 ? to : '/t_notpage1');
  const forTutors = (to: RoutePath): RoutePath => (member.is_homework === 1 ? to : '/t_notpage1');
  return [
    link('route.teacher', '/teacher'),
    link('route.t_kecheng', forProviders('/t_kecheng')),
    link('route.t_zhibo', forProviders('/t_zhibo')),
    link('route.t_mingdan', forProviders('/t_mingdan')),
    link('route.t_wen', forTutors('/t_wen')),
    link('route.t_luntan', forProviders('/t_luntan')),
    link('route.t_qianbao', '/t_qianbao'),
    { kind: 'switch', label: 'menu.toLearner', type: 1 },
    LOG_OUT,
  ];
}

const enterpriseMenu = (): readonly MenuEntry[] => [
  link('route.q_info', '/q_info'),
  link('route.q_yuangong', '/q_yuangong'),
  link('route.q_mianfei', '/q_mianfei'),
  link('route.q_peixun', '/q_peixun'),
  link('route.q_huiyi', '/q_huiyi'),
  link('route.q_zhaopin', '/q_zhaopin'),
  LOG_OUT,
];

const MENUS = { learner: learnerMenu, mentor: mentorMenu, enterprise: enterpriseMenu } as const;

/** The kind of account menu for a member. */
export function menuKindOf(member: MemberInfo): MenuKind {
  const type = userTypeOf(member);
  if (type === UserType.Enterprise) return 'enterprise';
  return type === UserType.Mentor ? 'mentor' : 'learner';
}

/**
 * The menu of an area or, without one, the account menu of who a member is now (specification §2); staff find the
 * office there, and the personal area leads to all of its screens.
 */
export const accountMenu = (member: MemberInfo, kind?: MenuKind): readonly MenuEntry[] => [
  ...(member.is_staff === 1 && kind === undefined ? [link('route.admin', '/admin')] : []),
  ...MENUS[kind ?? menuKindOf(member)](member),
  ...(kind === 'learner' ? [link('route.xitong', '/xitong')] : []),
];
