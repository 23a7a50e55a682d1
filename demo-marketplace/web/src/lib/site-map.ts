import type { MessageId } from '../i18n/messages.js';

/** The role of a member, as far as screens depend on it (specification §6). */
export type Role = 'learner' | 'mentor' | 'enterprise';

/**
 * The frame around a screen. `main`: top navigation. `personal`, `mentor`, `enterprise`: the area's menu beside it, too.
 * `bare`: the screen fills the window by itself. `standalone`: a page of its own, outside the application.
 */
export type Area = 'main' | 'personal' | 'mentor' | 'enterprise' | 'bare' | 'standalone';

/** A permission that a screen requires; a member without it sees an explanation. */
export type Grant = 'approved' | 'provider' | 'homework' | 'staff';

/** `ready`: complete. `part`: works, with more to follow. `coming`: a placeholder. */
export type RouteState = 'ready' | 'part' | 'coming';

/** One screen: where it is, around it what, for whom. Router, guard, menus, titles, tests and docs read this table. */
export interface RouteEntry {
  readonly path: `/${string}`;
  readonly area: Area;
  readonly title: MessageId;
  /** The screen needs no login (specification §2). */
  readonly isPublic: boolean;
  /** Roles with access; without it, every logged-in member. */
  readonly roles?: readonly Role[];
  readonly needs?: Grant;
  readonly state: RouteState;
}

const OPEN = { area: 'main', isPublic: true, state: 'coming' } as const;
const CLOSED = { area: 'main', isPublic: false, state: 'coming' } as const;
const ENTERPRISE = { ...CLOSED, area: 'enterprise', roles: ['enterprise'] } as const;
const MENTOR = { ...CLOSED, area: 'mentor', roles: ['learner', 'mentor'], needs: 'approved' } as const;
// A mentor is a learner too, and has access to their own purchases.
const PERSONAL = { ...CLOSED, area: 'personal', roles: ['learner', 'mentor'] } as const;

const publicRoutes = [
  { ...OPEN, path: '/', title: 'route.home', state: 'ready' },
  { ...OPEN, path: '/login', title: 'route.login', state: 'ready' },
  { ...OPEN, path: '/email-login', title: 'route.email-login', state: 'ready' },
  { ...OPEN, path: '/forget-pwd', title: 'route.forget-pwd', state: 'ready' },
  { ...OPEN, path: '/qiye-forget', title: 'route.qiye-forget' },
  { ...OPEN, path: '/qiye-login', title: 'route.qiye-login' },
  { ...OPEN, path: '/qiye-youshi', title: 'route.qiye-youshi' },
  { ...OPEN, path: '/qiye-zhuce', title: 'route.qiye-zhuce' },
  { ...OPEN, path: '/tel-login', title: 'route.tel-login', state: 'ready' },
  { ...OPEN, path: '/user-zhuce', title: 'route.user-zhuce', state: 'ready' },
  { ...OPEN, path: '/kecheng-online', title: 'route.kecheng-online', state: 'ready' },
  { ...OPEN, path: '/kecheng-live', title: 'route.kecheng-live', state: 'ready' },
  { ...OPEN, path: '/kecheng-huodong', title: 'route.kecheng-huodong', state: 'ready' },
  { ...OPEN, path: '/search', title: 'route.search', state: 'ready' },
  { ...OPEN, path: '/video-info', title: 'route.video-info', state: 'ready' },
  { ...OPEN, path: '/live-info', title: 'route.live-info', state: 'part' },
  { ...OPEN, path: '/wen', title: 'route.wen' },
  { ...OPEN, path: '/luntan', title: 'route.luntan' },
  { ...OPEN, path: '/zhaopin', title: 'route.zhaopin' },
] as const satisfies readonly RouteEntry[];

const otherRoutes = [
  { ...CLOSED, path: '/index', title: 'route.home', state: 'ready' },
  { ...CLOSED, path: '/xiaoxi', title: 'route.xiaoxi', state: 'part' },
  { ...CLOSED, path: '/live-buy', title: 'route.live-buy', state: 'ready' },
  { ...CLOSED, path: '/luntan-user', title: 'route.luntan-user' },
  { ...CLOSED, path: '/luntan-info', title: 'route.luntan-info' },
  { ...CLOSED, path: '/video-qiye', title: 'route.video-qiye' },
  { ...CLOSED, path: '/video-pay', title: 'route.video-pay', state: 'ready' },
  { ...CLOSED, path: '/daoshi', title: 'route.daoshi', state: 'ready' },
  { ...CLOSED, path: '/zhaopin-info', title: 'route.zhaopin-info' },
  { ...CLOSED, path: '/q_zhaopin_add', title: 'route.q_zhaopin_add', roles: ['enterprise'] },
  { ...CLOSED, path: '/q_huiyi_add', title: 'route.q_huiyi_add', roles: ['enterprise'] },
  { ...CLOSED, path: '/q_peixun_add', title: 'route.q_peixun_add', roles: ['enterprise'] },
  { ...MENTOR, area: 'main', path: '/t_luntan_add', title: 'route.t_luntan_add', needs: 'provider' },
  { ...MENTOR, area: 'main', path: '/t_kecheng_add', title: 'route.t_kecheng_add', needs: 'provider', state: 'ready' },
  {
    ...MENTOR,
    area: 'main',
    path: '/t_zhiboshi_add',
    title: 'route.t_zhiboshi_add',
    needs: 'provider',
    state: 'ready',
  },
  { ...MENTOR, area: 'main', path: '/t_zhibo_add', title: 'route.t_zhibo_add', needs: 'provider', state: 'ready' },
  // Shared links lead here, so it is open to visitors.
  { ...OPEN, path: '/pages/detail/detail', title: 'route.video-info', state: 'ready' },
  { ...OPEN, area: 'standalone', path: '/share.html', title: 'route.share', state: 'ready' },
] as const satisfies readonly RouteEntry[];

const enterpriseRoutes = [
  { ...ENTERPRISE, path: '/q_info', title: 'route.q_info' },
  { ...ENTERPRISE, path: '/q_fangan', title: 'route.q_fangan' },
  { ...ENTERPRISE, path: '/q_yuangong', title: 'route.q_yuangong' },
  { ...ENTERPRISE, path: '/q_yuangong_add', title: 'route.q_yuangong_add' },
  { ...ENTERPRISE, path: '/q_yuangong_jilu', title: 'route.q_yuangong_jilu' },
  { ...ENTERPRISE, path: '/q_peixun', title: 'route.q_peixun' },
  { ...ENTERPRISE, path: '/q_huiyi', title: 'route.q_huiyi' },
  { ...ENTERPRISE, path: '/q_zhaopin', title: 'route.q_zhaopin' },
  { ...ENTERPRISE, path: '/q_mianfei', title: 'route.q_mianfei' },
] as const satisfies readonly RouteEntry[];

const mentorRoutes = [
  { ...MENTOR, path: '/teacher', title: 'route.teacher', state: 'ready' },
  // These pages explain which permission is missing.
  { ...CLOSED, area: 'mentor', path: '/t_notpage1', title: 'route.t_notpage1', state: 'ready' },
  { ...CLOSED, area: 'mentor', path: '/t_notpage', title: 'route.t_notpage', state: 'ready' },
  { ...MENTOR, path: '/t_luntan', title: 'route.t_luntan', needs: 'provider' },
  { ...MENTOR, path: '/t_kecheng', title: 'route.t_kecheng', needs: 'provider', state: 'ready' },
  { ...MENTOR, path: '/t_zhibo', title: 'route.t_zhibo', needs: 'provider', state: 'ready' },
  { ...MENTOR, path: '/t_mingdan', title: 'route.t_mingdan', needs: 'provider', state: 'ready' },
  { ...MENTOR, path: '/t_qianbao', title: 'route.t_qianbao', state: 'ready' },
  { ...MENTOR, path: '/t_mingxi_all', title: 'route.t_mingxi_all', state: 'ready' },
  { ...MENTOR, path: '/t_mingxi_wen', title: 'route.t_mingxi_wen' },
  { ...MENTOR, path: '/t_tixianjilu', title: 'route.t_tixianjilu', state: 'ready' },
  { ...MENTOR, path: '/t_wen', title: 'route.t_wen', needs: 'homework' },
] as const satisfies readonly RouteEntry[];

const personalRoutes = [
  { ...PERSONAL, path: '/user-info', title: 'route.user-info', state: 'ready' },
  { ...PERSONAL, path: '/myorder', title: 'route.myorder', state: 'ready' },
  { ...PERSONAL, path: '/qianbao', title: 'route.qianbao', state: 'ready' },
  { ...PERSONAL, path: '/t_qianbao1', title: 'route.t_qianbao1', state: 'ready' },
  { ...PERSONAL, path: '/t_mingxi_wen1', title: 'route.t_mingxi_wen1' },
  { ...PERSONAL, path: '/t_tixianjilu1', title: 'route.t_tixianjilu1', state: 'ready' },
  { ...PERSONAL, path: '/mykecheng', title: 'route.mykecheng', state: 'ready' },
  { ...PERSONAL, path: '/myyuanwang', title: 'route.myyuanwang', state: 'ready' },
  { ...PERSONAL, path: '/mywen', title: 'route.mywen' },
  { ...PERSONAL, path: '/qiye-user', title: 'route.qiye-user' },
  { ...PERSONAL, path: '/myjianli', title: 'route.myjianli' },
  { ...PERSONAL, path: '/myguanzhu', title: 'route.myguanzhu', state: 'ready' },
  { ...PERSONAL, path: '/myzhengshu', title: 'route.myzhengshu', state: 'ready' },
  { ...PERSONAL, path: '/myzhengshu-info', title: 'route.myzhengshu-info', state: 'ready' },
  { ...PERSONAL, path: '/shenqing', title: 'route.shenqing', state: 'ready' },
  { ...PERSONAL, path: '/fankui', title: 'route.fankui', state: 'ready' },
  { ...PERSONAL, path: '/xitong', title: 'route.xitong', state: 'ready' },
] as const satisfies readonly RouteEntry[];

/** The routes of the specification §2, all 75. */
export const specRoutes = [
  ...publicRoutes,
  ...otherRoutes,
  ...enterpriseRoutes,
  ...mentorRoutes,
  ...personalRoutes,
] as const satisfies readonly RouteEntry[];

/** Routes that the specification does not name. */
const ownRoutes = [
  { ...OPEN, area: 'bare', path: '/classroom', title: 'lobby.title', state: 'ready' },
  { ...CLOSED, area: 'bare', path: '/classroom/:session', title: 'lobby.title', state: 'ready' },
  // A certificate may be shown to anybody, so this page is public.
  { ...OPEN, path: '/verify/:no', title: 'route.verify', state: 'ready' },
  { ...CLOSED, path: '/admin', title: 'route.admin', needs: 'staff', state: 'ready' },
] as const satisfies readonly RouteEntry[];

/** Every screen. */
export const routes: readonly RouteEntry[] = [...specRoutes, ...ownRoutes];

/** The address of a screen. */
export type RoutePath = (typeof specRoutes | typeof ownRoutes)[number]['path'];

/** Addresses that several places lead to. */
export const paths = {
  home: '/',
  classroom: '/classroom',
  login: '/login',
  register: '/user-zhuce',
  search: '/search',
  messages: '/xiaoxi',
  noPermission: '/t_notpage1',
} as const satisfies Readonly<Record<string, RoutePath>>;
