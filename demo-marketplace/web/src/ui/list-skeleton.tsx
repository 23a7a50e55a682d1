import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Skeleton } from './skeleton.js';

/** A list that is loading; `className` gives the height of its rows. */
export function ListSkeleton({ rows, className }: { readonly rows: number; readonly className: string }): ReactElement {
  const t = useText();
  return (
    <output className="grid gap-4">
      <span className="sr-only">{t('app.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={`rounded-2xl ${className}`} />
      ))}
    </output>
  );
}
