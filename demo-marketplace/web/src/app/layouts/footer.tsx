import type { ReactElement } from 'react';
import { useLocale, useText } from '../../i18n/use-text.js';

/** The footer of every page, with links to the legal pages of the server. */
export function Footer(): ReactElement {
  const t = useText();
  const lang = useLocale();
  return (
    <footer className="border-t border-line text-sm text-ink-soft">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap justify-between gap-x-6 px-4 py-4 sm:px-6">
        <p className="py-2">{t('app.name')}</p>
        <p className="flex gap-x-6">
          {(['terms', 'privacy'] as const).map((page) => (
            <a key={page} href={`/${page}?lang=${lang}`} className="rounded py-2 hover:text-ink hover:underline">
              {t(`footer.${page}`)}
            </a>
          ))}
        </p>
      </div>
    </footer>
  );
}
