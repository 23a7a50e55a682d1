import type { ReactElement } from 'react';

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** An explanation below the value. */
  readonly note?: string | undefined;
}

/** Key figures; the first one is emphasised. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): ReactElement {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {figures.map(({ label, value, note }, index) => (
        <div
          key={label}
          className={`rounded-2xl border p-4 sm:p-5 ${index === 0 ? 'border-accent bg-accent-tint' : 'border-line bg-surface'}`}
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="mt-1">
            <span className="block text-xl font-semibold sm:text-2xl break-words tabular-nums">{value}</span>
            {note !== undefined && <span className="mt-1 block text-sm text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
