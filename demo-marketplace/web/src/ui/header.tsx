import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Logo } from './logo.js';
import { LanguageSwitch, ThemeSwitch } from './controls.js';
import { paths } from '../lib/site-map.js';

/** Logo, language and theme, above pages outside the marketplace's layout, such as the lobby of a class. */
export function Header(): ReactElement {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 py-3 sm:px-6 sm:py-4">
      <Link to={paths.home} className="rounded-lg">
        <Logo />
      </Link>
      <div className="flex items-center gap-1">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
