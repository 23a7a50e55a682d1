import { useId, type ReactElement, type ReactNode } from 'react';
import { Card } from './card.js';

/** One part of the page, named by its heading. */
export function Section({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-5">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {text !== undefined && <p className="mt-1 text-ink-soft">{text}</p>}
      </div>
      {children}
    </Card>
  );
}
