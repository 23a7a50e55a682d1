import type { CategoryNode } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { CategoryIcon } from '../components/category-icon.js';
import { categoryPath } from '../lib/paths.js';

/** Ways into the catalogue. */
export function CategoryChips({ categories }: { readonly categories: readonly CategoryNode[] }): ReactElement {
  const t = useText();
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {categories.map(({ id, name, icon, courses }) => (
        <li key={id}>
          <Link
            to={categoryPath(id)}
            className="flex h-full items-center gap-2.5 rounded-2xl border border-line bg-surface p-3 hover:border-line-strong hover:shadow-card sm:gap-3 sm:p-4"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-xl bg-accent-tint text-accent sm:size-11">
              <CategoryIcon name={icon} className="size-5" />
            </span>
            <span className="min-w-0">
              <span className="block leading-snug font-medium wrap-anywhere max-sm:text-[0.9375rem]">{name}</span>
              <span className="block text-sm text-ink-soft">{t('catalogue.courses', { count: courses })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
