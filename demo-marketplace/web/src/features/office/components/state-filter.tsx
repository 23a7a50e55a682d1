import type { FeedbackState } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';

export interface StateFilterProps<S extends FeedbackState> {
  readonly states: readonly S[];
  readonly current: S;
  readonly hrefOf: (state: S) => string;
}

/** Filters a list by state. */
export function StateFilter<S extends FeedbackState>({ states, current, hrefOf }: StateFilterProps<S>): ReactElement {
  const t = useText();
  return (
    <nav aria-label={t('office.filter')} className="flex flex-wrap gap-2">
      {states.map((state) => (
        <Link
          key={state}
          to={hrefOf(state)}
          aria-current={state === current ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-ink-soft hover:border-line-strong hover:text-ink aria-[current=true]:border-accent aria-[current=true]:bg-accent-tint aria-[current=true]:font-medium aria-[current=true]:text-ink"
        >
          {t(`feedback.state.${state}`)}
        </Link>
      ))}
    </nav>
  );
}
