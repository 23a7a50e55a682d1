import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Pager } from '../../../ui/pager.js';
import { Skeleton } from '../../../ui/skeleton.js';
import type { UseQueryResult } from '@tanstack/react-query';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

export interface OfficeListProps<Row> {
  readonly label: string;
  readonly result: UseQueryResult<Page<Row>>;
  readonly hrefOf: (page: number) => string;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string };
  readonly children: (row: Row) => ReactNode;
}

/** A list of the back office, in whatever state it is. */
export function OfficeList<Row extends { readonly id: string }>({
  label,
  result,
  hrefOf,
  empty,
  children,
}: OfficeListProps<Row>): ReactElement {
  const t = useText();
  if (result.isLoadingError) {
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  }
  if (result.isPending) {
    return (
      <output className="grid grid-cols-1 gap-4">
        <span className="sr-only">{t('app.loading')}</span>
        <Skeleton className="h-28 w-full rounded-2xl" />
        <Skeleton className="h-28 w-full rounded-2xl" />
        <Skeleton className="h-28 w-full rounded-2xl" />
      </output>
    );
  }
  const { list, total, page, limit } = result.data;
  // The last entry of this page was decided; the remaining ones are on the page before.
  if (list.length === 0 && total > 0) return <Navigate to={hrefOf(Math.ceil(total / limit))} replace />;
  if (list.length === 0) return <Empty {...empty} />;
  return (
    <div>
      <p className="mb-3 text-sm text-ink-soft">{t('office.total', { total })}</p>
      <ul aria-label={label} className="grid grid-cols-1 gap-4">
        {list.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
    </div>
  );
}
