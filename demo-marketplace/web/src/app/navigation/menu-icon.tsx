import {
  ArrowLeftRight,
  Award,
  BookOpen,
  Building2,
  CircleUserRound,
  FileText,
  GraduationCap,
  Heart,
  LayoutDashboard,
  LogOut,
  MessageCircleQuestionMark,
  MessageSquare,
  Presentation,
  ReceiptText,
  Shield,
  Users,
  Video,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { createElement, type ReactElement } from 'react';
import type { MenuEntry } from '../../features/session/index.js';
import type { RoutePath } from '../../lib/site-map.js';

const LINKS: Readonly<Partial<Record<RoutePath, LucideIcon>>> = {
  '/admin': Shield,
  '/fankui': MessageSquare,
  '/mykecheng': BookOpen,
  '/myguanzhu': Users,
  '/myjianli': FileText,
  '/myorder': ReceiptText,
  '/mywen': MessageCircleQuestionMark,
  '/myyuanwang': Heart,
  '/myzhengshu': Award,
  '/q_info': Building2,
  '/qianbao': Wallet,
  '/qiye-user': Building2,
  '/shenqing': GraduationCap,
  '/t_kecheng': BookOpen,
  '/t_luntan': MessageSquare,
  '/t_mingdan': Users,
  '/t_qianbao': Wallet,
  '/t_wen': MessageCircleQuestionMark,
  '/t_zhibo': Video,
  '/teacher': LayoutDashboard,
  '/user-info': CircleUserRound,
};

const iconOf = (entry: MenuEntry): LucideIcon => {
  if (entry.kind === 'link') return LINKS[entry.to] ?? Presentation;
  return entry.kind === 'switch' ? ArrowLeftRight : LogOut;
};

/** The icon of an entry of the account menu. */
export function EntryIcon({ entry }: { readonly entry: MenuEntry }): ReactElement {
  return createElement(iconOf(entry), { 'aria-hidden': true, className: 'size-4 shrink-0 text-ink-soft' });
}
