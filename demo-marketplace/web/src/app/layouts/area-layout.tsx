import type { ReactElement } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import type { RoutePath } from '../../lib/site-map.js';
import { accountMenu, type MenuKind, useMember } from '../../features/session/index.js';
import { useText } from '../../i18n/use-text.js';
import { useCurrentInRow } from '../../lib/use-current-in-row.js';

/** Screens without a line of their own, and the line that leads on to them. */
const WITHIN: Readonly<Record<string, RoutePath>> = {
  '/t_qianbao1': '/qianbao',
  '/t_mingxi_wen1': '/qianbao',
  '/t_tixianjilu1': '/qianbao',
  '/myzhengshu-info': '/myzhengshu',
  '/t_mingxi_all': '/t_qianbao',
  '/t_mingxi_wen': '/t_qianbao',
  '/t_tixianjilu': '/t_qianbao',
};

/** The menu of the area beside the screen, or above it on narrow screens. */
function AreaLayout({ kind }: { readonly kind: MenuKind }): ReactElement {
  const t = useText();
  const { member } = useMember();
  const { pathname } = useLocation();
  const menu = useCurrentInRow<HTMLElement>(`${pathname} ${member?.id ?? ''}`);
  // Several entries lead to this page in place of a locked one, so none of them is marked as current.
  const isHere = (to: string): boolean => to !== '/t_notpage1' && to === pathname;
  const currentOf = (to: string) => (isHere(to) ? 'page' : WITHIN[pathname] === to ? 'true' : undefined);
  const links = member === undefined ? [] : accountMenu(member, kind).filter((entry) => entry.kind === 'link');
  // The mentor area is closed to members who are not approved.
  if (kind === 'mentor' && member !== undefined && member.provider_check_status !== 2) return <Outlet />;
  return (
    <div className="grid grow content-start gap-6 pt-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8 lg:pt-8">
      <nav
        ref={menu}
        aria-label={t('nav.area', { area: t(`menu.${kind}`) })}
        className="relative -mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0"
      >
        <ul className="flex w-max gap-1 lg:grid lg:w-auto">
          {links.map(({ label, to }) => (
            <li key={label} className="shrink-0">
              <Link
                to={to}
                aria-current={currentOf(to)}
                className="flex min-h-11 items-center rounded-xl px-3.5 py-2 leading-tight whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink [&[aria-current]]:bg-accent-tint [&[aria-current]]:font-medium [&[aria-current]]:text-ink lg:whitespace-normal"
              >
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col">
        <Outlet />
      </div>
    </div>
  );
}

export const PersonalArea = (): ReactElement => <AreaLayout kind="learner" />;
export const MentorArea = (): ReactElement => <AreaLayout kind="mentor" />;
export const EnterpriseArea = (): ReactElement => <AreaLayout kind="enterprise" />;
