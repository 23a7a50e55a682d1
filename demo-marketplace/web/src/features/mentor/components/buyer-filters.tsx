import { BUYER_STATES } from '@lectern/marketplace-contract';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/field.js';

export interface BuyerFiltersProps {
  readonly courses: readonly { readonly id: string; readonly title: string }[];
  /** The address's query. */
  readonly value: URLSearchParams;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Whom to list: of which course, in which state, by name, who joined when. */
export function BuyerFilters({ courses, value, onChange }: BuyerFiltersProps): ReactElement {
  const t = useText();
  const of = (name: string): string => value.get(name) ?? '';
  const isFiltering = ['course', 'keyword', 'state', 'from', 'to'].some((name) => of(name) !== '');
  const [isOpen, setIsOpen] = useState(isFiltering);
  return (
    <search>
      <Button look="quiet" className="sm:hidden" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {t('mentor.buyers.filters')}
      </Button>
      <form
        className={`gap-4 max-sm:mt-4 sm:grid sm:grid-cols-2 xl:grid-cols-5 ${isOpen ? 'grid' : 'hidden'}`}
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ keyword: String(new FormData(event.currentTarget).get('keyword')).trim() });
        }}
      >
        <SelectField
          label={t('mentor.buyers.course')}
          value={of('course')}
          onChange={(event) => onChange({ course: event.target.value })}
        >
          <option value="">{t('mentor.buyers.allCourses')}</option>
          {courses.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('mentor.buyers.state')}
          value={of('state')}
          onChange={(event) => onChange({ state: event.target.value })}
        >
          {BUYER_STATES.map((state) => (
            <option key={state} value={state === 'all' ? '' : state}>
              {t(`mentor.buyers.state.${state}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('mentor.buyers.keyword')}
          name="keyword"
          type="search"
          defaultValue={of('keyword')}
          maxLength={64}
          onBlur={(event) => {
            if (event.target.value.trim() !== of('keyword')) onChange({ keyword: event.target.value.trim() });
          }}
        />
        <TextField
          label={t('mentor.buyers.from')}
          type="date"
          value={of('from')}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label={t('mentor.buyers.to')}
          type="date"
          value={of('to')}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </form>
    </search>
  );
}
