import type { CategoryNode } from '@lectern/marketplace-contract';
import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

export interface CategoryTreeProps {
  readonly categories: readonly CategoryNode[];
  /** Number of courses per category; undefined while it is loading. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** Empty for all. */
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

const ITEM =
  'flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 py-1 text-left hover:bg-sunken aria-[current=true]:bg-accent-tint aria-[current=true]:font-medium aria-[current=true]:text-accent-strong disabled:text-ink-soft disabled:opacity-60 disabled:hover:bg-transparent';

/** Categories; those below the one that is chosen unfold. */
export function CategoryTree({ categories, counts, value, onChoose }: CategoryTreeProps): ReactElement {
  const t = useText();
  const item = (id: string, name: string, isParent = false): ReactElement => {
    const count = id === '' ? undefined : counts && (counts[id] ?? 0);
    return (
      <button
        type="button"
        aria-current={value === id}
        disabled={count === 0 && value !== id}
        onClick={() => onChoose(id)}
        className={ITEM}
      >
        {isParent && <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />}
        <span className="min-w-0 grow">{name}</span>
        {count !== undefined && <span className="text-sm font-normal text-ink-soft tabular-nums">{count}</span>}
      </button>
    );
  };
  return (
    <nav aria-label={t('filter.category')}>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {t('filter.category')}
      </p>
      <ul className="-mx-2.5">
        <li>{item('', t('filter.category.any'))}</li>
        {categories.map(({ id, name, children }) => {
          const isOpen = value === id || children.some((child) => child.id === value);
          return (
            <li key={id}>
              {item(id, name, children.length > 0 && !isOpen)}
              {isOpen && children.length > 0 && (
                <ul className="ml-3 border-l border-line pl-2">
                  {children.map((child) => (
                    <li key={child.id}>{item(child.id, child.name)}</li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
