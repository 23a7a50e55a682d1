import { formatDateTime } from '@lectern/marketplace-contract';
import type { ReactElement, ReactNode } from 'react';

export interface OfficeCardProps {
  readonly title: ReactNode;
  /** Time of arrival, ISO 8601. */
  readonly at?: string | null;
  readonly badges?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons of the card. */
  readonly actions?: ReactNode;
}

/** The card of one entry in the back office. */
export function OfficeCard({ title, at, badges, children, actions }: OfficeCardProps): ReactElement {
  return (
    <article className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-full sm:basis-64">{title}</div>
        {badges}
        {at != null && (
          <time dateTime={at} className="text-sm text-ink-soft tabular-nums">
            {formatDateTime(Date.parse(at))}
          </time>
        )}
      </header>
      {children}
      {actions}
    </article>
  );
}
