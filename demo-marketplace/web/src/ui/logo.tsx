import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';

/** The lectern and its name. */
export function Logo(): ReactElement {
  const t = useText();
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden className="size-8">
        <rect width="32" height="32" rx="8" fill="#17694f" />
        <path d="M8 10.5h16l-2 8.5H10z" fill="#fff" />
        <path d="M14.5 19h3v5H21v1.8H11V24h3.5z" fill="#f2b84b" />
      </svg>
      {t('app.name')}
    </span>
  );
}
