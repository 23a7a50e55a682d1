import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';

/** A placeholder with the size of the loading content, so that nothing moves when it arrives. */
export function Skeleton({ className }: { readonly className: string }): ReactElement {
  return <span aria-hidden className={`block animate-pulse rounded-lg bg-sunken ${className}`} />;
}

/** A page that is loading: its heading and some lines. */
export function PageSkeleton(): ReactElement {
  const t = useText();
  return (
    <output className="grid w-full gap-4 py-10">
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-5 w-full max-w-2xl" />
      <Skeleton className="h-5 w-full max-w-xl" />
      <Skeleton className="mt-4 h-40 w-full" />
    </output>
  );
}
