import { useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useCurrentInRow } from '../lib/use-current-in-row.js';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  /** Id of the selected tab; kept in the address, so that it can be shared and survives navigation. */
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

/** The place that a key leads to from place `at` of `count`. */
const placeAfter = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

// Own code, since a library's tabs cost each page that has some 9 kB of its budget.
/** Tabs; arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>): ReactElement {
  const base = useId();
  const list = useCurrentInRow<HTMLDivElement>(value);
  const moveByKey = (event: KeyboardEvent): void => {
    const place = placeAfter(
      event.key,
      tabs.findIndex(({ id }) => id === value),
      tabs.length,
    );
    const target = place === undefined ? undefined : tabs[place];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(target)]?.focus();
    onChange(target.id);
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line pb-px"
      >
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === value}
            aria-controls={`${base}-panel`}
            tabIndex={id === value ? 0 : -1}
            onClick={() => onChange(id)}
            onKeyDown={moveByKey}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-4 whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" tabIndex={0} aria-labelledby={`${base}-${value}`} className="pt-6">
        {children}
      </div>
    </div>
  );
}
