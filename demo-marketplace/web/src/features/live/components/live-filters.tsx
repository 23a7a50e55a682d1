import { LiveMode, LiveSort, PRICE_STEPS, type PriceStep } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { LIVE_FILTERS, type LiveFilter } from '../lib/live-filter.js';

export interface LiveFiltersProps {
  readonly search: URLSearchParams;
  readonly onSet: (name: LiveFilter, value: string) => void;
  /** The list without filters. */
  readonly clearPath: string;
}

/** The filters of a list of classes or activities. */
export function LiveFilters({ search, onSet, clearPath }: LiveFiltersProps): ReactElement {
  const t = useText();
  const choice = (
    name: LiveFilter,
    label: string,
    any: string,
    options: readonly (readonly [value: string, text: string])[],
  ): ReactElement => (
    <SelectField label={label} value={search.get(name) ?? ''} onChange={(event) => onSet(name, event.target.value)}>
      <option value="">{any}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
  const day = (name: 'from' | 'to'): ReactElement => (
    <TextField
      type="date"
      label={t(`live.filter.${name}`)}
      value={search.get(name) ?? ''}
      onChange={(event) => onSet(name, event.target.value)}
    />
  );
  const hasFilter = LIVE_FILTERS.some((name) => search.has(name));
  return (
    <search aria-label={t('filter.title')} className="grid grid-cols-2 items-end gap-4 md:grid-cols-3 lg:grid-cols-6">
      {choice(
        'mode',
        t('live.filter.mode'),
        t('live.filter.mode.any'),
        Object.values(LiveMode).map((mode) => [mode, t(`live.mode.${mode}`)] as const),
      )}
      {choice(
        'price',
        t('filter.price'),
        t('filter.price.any'),
        (Object.keys(PRICE_STEPS) as PriceStep[]).map((step) => [step, t(`filter.price.${step}`)] as const),
      )}
      {day('from')}
      {day('to')}
      {choice('available', t('live.filter.seats'), t('live.filter.seats.any'), [['1', t('live.filter.seats.left')]])}
      {choice(
        'sort',
        t('filter.sort'),
        t(`live.sort.${LiveSort.Soonest}`),
        Object.values(LiveSort)
          .filter((sort) => sort !== LiveSort.Soonest)
          .map((sort) => [sort, t(`live.sort.${sort}`)] as const),
      )}
      {hasFilter && (
        <LinkButton look="quiet" to={clearPath} className="col-span-full justify-self-start">
          {t('catalogue.clear')}
        </LinkButton>
      )}
    </search>
  );
}
