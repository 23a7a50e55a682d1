import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** Buttons or links with the next step. */
  readonly children?: ReactNode;
}

/** Nothing is here yet, and what to do next. */
export function Empty({ icon: Icon, title, text, children }: EmptyProps): ReactElement {
  return (
    <div className="flex flex-col items-center rounded-2xl border border-dashed border-line px-4 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-2xl bg-sunken text-ink-soft">
        <Icon aria-hidden className="size-6" />
      </span>
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-prose text-balance text-ink-soft">{text}</p>
      {children !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
