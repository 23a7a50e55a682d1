import { formatDateTime } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';

/** A moment, `yyyy-mm-dd hh:MM:ss`, which no line break divides. */
export function Moment({ at }: { readonly at: string }): ReactElement {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDateTime(Date.parse(at))}
    </time>
  );
}
