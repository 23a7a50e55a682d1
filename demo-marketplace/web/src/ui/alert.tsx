import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/** An error message, which screen readers announce at once. */
export function Alert({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div
      role="alert"
      // A form focuses it after it was refused.
      tabIndex={-1}
      className="flex gap-2.5 rounded-xl bg-danger-tint px-4 py-3 text-sm text-danger-strong dark:text-ink"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div>{children}</div>
    </div>
  );
}
