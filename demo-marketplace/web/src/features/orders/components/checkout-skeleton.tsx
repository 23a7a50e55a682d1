import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Skeleton } from '../../../ui/skeleton.js';

/** The two cards of the checkout, while they load. */
export function CheckoutSkeleton(): ReactElement {
  const t = useText();
  return (
    <output className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="h-72 rounded-2xl" />
      <Skeleton className="h-72 rounded-2xl" />
    </output>
  );
}
