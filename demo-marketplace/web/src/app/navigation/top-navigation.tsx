import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import type { MessageId } from '../../i18n/messages.js';
import { Logo } from '../../ui/logo.js';
import { paths, type RoutePath } from '../../lib/site-map.js';
import { AccountCorner } from './account-corner.js';
import { LanguageSwitch, ThemeSwitch } from '../../ui/controls.js';
import { MessageIcon } from './message-icon.js';
import { SearchForm } from './search-form.js';

/** The entries of the top navigation, in the specification's order (§2). */
const ENTRIES: readonly { readonly to: RoutePath; readonly label: MessageId }[] = [
  { to: '/', label: 'route.home' },
  { to: '/kecheng-online', label: 'route.kecheng-online' },
  { to: '/kecheng-live', label: 'route.kecheng-live' },
  { to: '/kecheng-huodong', label: 'route.kecheng-huodong' },
  { to: '/wen', label: 'route.wen' },
  { to: '/luntan', label: 'route.luntan' },
  { to: '/zhaopin', label: 'route.zhaopin' },
];

const PANEL = 'navigation-panel';

/** The navigation above every page of the marketplace; narrow screens show the rest in a panel. */
export function TopNavigation(): ReactElement {
  const t = useText();
  const { key } = useLocation();
  // The panel belongs to the page on which it was opened: going to another closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === key;
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpenedAt(undefined);
      opener.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  const Icon = isOpen ? X : MenuIcon;
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-7xl items-center gap-1 px-2 py-2 sm:gap-2 sm:px-6 sm:py-3">
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={PANEL}
          aria-label={t(isOpen ? 'nav.menu.close' : 'nav.menu.open')}
          onClick={() => setOpenedAt(isOpen ? undefined : key)}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink hover:bg-sunken lg:hidden"
        >
          <Icon aria-hidden className="size-6" />
        </button>
        <Link to={paths.home} className="shrink-0 rounded-lg">
          <Logo />
        </Link>
        <SearchForm className="mx-auto hidden w-full max-w-xl md:mx-3 md:block lg:mx-auto" />
        <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-1.5">
          <div className="hidden items-center gap-1 lg:flex">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <Link
            to={paths.search}
            aria-label={t('nav.search.submit')}
            className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink max-[359px]:hidden md:hidden"
          >
            <Search aria-hidden className="size-5" />
          </Link>
          <MessageIcon />
          <AccountCorner />
        </div>
      </div>
      <nav aria-label={t('nav.label')} className="mx-auto hidden w-full max-w-7xl px-3 lg:block">
        <Entries
          className="flex gap-1"
          itemClassName="-mb-px border-b-2 border-transparent px-3 pt-1 pb-2.5 aria-[current=page]:border-accent"
        />
      </nav>
      <div id={PANEL} hidden={!isOpen} className="border-t border-line px-4 py-4 lg:hidden">
        <SearchForm className="mb-3 md:hidden" />
        <nav aria-label={t('nav.label')}>
          <Entries
            className="grid"
            itemClassName="flex min-h-11 items-center rounded-lg px-3 aria-[current=page]:bg-accent-tint"
          />
        </nav>
        <div className="mt-3 flex items-center justify-between border-t border-line pt-3">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

function Entries({
  className,
  itemClassName,
}: {
  readonly className: string;
  readonly itemClassName: string;
}): ReactElement {
  const t = useText();
  return (
    <ul className={className}>
      {ENTRIES.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className={`block text-ink-soft hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink ${itemClassName}`}
          >
            {t(label)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
