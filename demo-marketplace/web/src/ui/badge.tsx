import type { ReactElement, ReactNode } from 'react';

const TONES = {
  plain: 'bg-sunken text-ink-soft',
  good: 'bg-accent-tint text-accent-strong',
  warn: 'bg-amber-tint text-amber',
  bad: 'bg-danger-tint text-danger-strong',
} as const;

/** A word or two about the state of something. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <span className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-medium ${TONES[tone]}`}>
      {children}
    </span>
  );
}

/** Marks its parent as having news. It is hidden from screen readers, so the parent's name must include the fact. */
export function RedDot(): ReactElement {
  return (
    <span
      aria-hidden
      data-testid="red-dot"
      className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-danger ring-2 ring-paper"
    />
  );
}
