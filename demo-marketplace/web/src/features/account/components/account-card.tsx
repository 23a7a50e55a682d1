import type { ReactElement, ReactNode } from 'react';
import { Card } from '../../../ui/card.js';

export interface AccountCardProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
  /** Ways to elsewhere, below the card. */
  readonly footer?: ReactNode;
}

/** The card of one step of the login flow. */
export function AccountCard({ title, text, children, footer }: AccountCardProps): ReactElement {
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:my-auto sm:py-8">
      <Card className="grid gap-6 shadow-card sm:p-8">
        <div>
          <h1 className="text-2xl font-semibold">{title}</h1>
          {text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
        </div>
        {children}
      </Card>
      {footer !== undefined && (
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-ink-soft">{footer}</div>
      )}
    </div>
  );
}
