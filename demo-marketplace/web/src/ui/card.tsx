import type { ComponentProps, ReactElement } from 'react';

/** A surface of its own. */
export function Card({ className = '', ...props }: ComponentProps<'section'>): ReactElement {
  return <section {...props} className={`rounded-2xl border border-line bg-surface p-5 sm:p-6 ${className}`} />;
}
