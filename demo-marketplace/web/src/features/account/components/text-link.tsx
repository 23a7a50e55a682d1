import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within text. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactElement {
  return (
    <Link to={to} className="rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong">
      {children}
    </Link>
  );
}
