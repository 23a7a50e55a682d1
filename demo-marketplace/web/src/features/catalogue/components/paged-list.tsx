import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Failed } from '../../../ui/failed.js';
import { Pager } from '../../../ui/pager.js';
import { Skeleton } from '../../../ui/skeleton.js';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

export interface PagedListProps<Row> {
  readonly result: UseQueryResult<Page<Row>>;
  readonly keyOf: (row: Row) => string;
  readonly hrefOf: (page: number) => string;
  /** Instead of a list without entries. */
  readonly empty: ReactNode;
  readonly children: (row: Row) => ReactNode;
}

const ROWS = [1, 2, 3];

/** A paginated list, with its loading, error and empty states. */
export function PagedList<Row>({ result, keyOf, hrefOf, empty, children }: PagedListProps<Row>): ReactElement {
  const t = useText();
  if (result.isLoadingError) {
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  }
  if (result.isPending) {
    return (
      <output className="grid gap-4">
        <span className="sr-only">{t('app.loading')}</span>
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-36 w-full rounded-2xl" />
        ))}
      </output>
    );
  }
  const { list, total, page, limit } = result.data;
  return (
    <div aria-busy={result.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
      {list.length === 0 ? (
        empty
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {list.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
    </div>
  );
}
