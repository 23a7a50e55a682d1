import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/** Shows that a list lacks something; the fault is focused on its first control. */
export function ListFault({
  error,
  children,
}: {
  readonly error: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div data-fault={error === undefined ? undefined : ''} className="grid gap-2 empty:hidden">
      {children}
      {error !== undefined && (
        <p className="flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
