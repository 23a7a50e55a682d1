import type { ReactElement, ReactNode } from 'react';

export interface DescriptionItem {
  readonly label: string;
  readonly value: ReactNode;
}

/** A list of facts; those without a value are left out. */
export function DescriptionList({ facts }: { readonly facts: readonly DescriptionItem[] }): ReactElement {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts
        .filter(({ value }) => value !== '' && value !== undefined && value !== null)
        .map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-sm text-ink-soft sm:pt-0.5">{label}</dt>
            <dd className="mb-1 min-w-0 break-words whitespace-pre-wrap sm:mb-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
