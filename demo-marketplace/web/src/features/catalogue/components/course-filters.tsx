import { CourseLength, CourseSort, Locale, PRICE_STEPS, RATING_STEPS } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { SelectField } from '../../../ui/field.js';
import { facetsOf, LEVELS, type FilterName } from '../lib/course-query.js';
import { CategoryTree } from './category-tree.js';
import { categoryTreeQuery } from '../api/catalogue.js';
import { facetsQuery } from '../api/courses.js';

export interface CourseFiltersProps {
  readonly parameters: URLSearchParams;
  readonly onSet: (name: FilterName, value: string) => void;
  /** A search word that narrows the list as well; the filters do not change it. */
  readonly keyword?: string;
  /** Where the list is without filters. */
  readonly clearPath?: string;
}

const NAMES: readonly FilterName[] = ['category', 'price', 'level', 'taught', 'rating', 'length', 'captions'];

/** The filters of the course list, collapsed on narrow screens. */
export function CourseFilters(props: CourseFiltersProps): ReactElement {
  const { parameters, onSet, keyword = '', clearPath = '/kecheng-online' } = props;
  const t = useText();
  const { data: categories = [] } = useQuery(categoryTreeQuery({ kind: 'course' }));
  const { data: facets } = useQuery({
    ...facetsQuery({ ...facetsOf(parameters), ...(keyword !== '' && { keyword }) }),
    placeholderData: keepPreviousData,
  });
  const [isOpen, setIsOpen] = useState(false);
  const active = NAMES.filter((name) => parameters.has(name)).length;

  /** True if the option would find nothing; the current choice stays enabled. */
  const isEmpty = (name: FilterName, value: string): boolean => {
    if (facets === undefined || !(name in facets) || parameters.get(name) === value) return false;
    return facets[name as keyof typeof facets][value] === undefined;
  };

  const choice = (
    name: FilterName,
    label: string,
    any: string,
    options: readonly (readonly [value: string, text: string])[],
  ): ReactElement => (
    <SelectField label={label} value={parameters.get(name) ?? ''} onChange={(event) => onSet(name, event.target.value)}>
      <option value="">{any}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value} disabled={isEmpty(name, value)}>
          {text}
        </option>
      ))}
    </SelectField>
  );

  return (
    <div className="grid gap-4 lg:sticky lg:top-6">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 lg:grid-cols-1">
        {choice(
          'sort',
          t('filter.sort'),
          t('filter.sort.any'),
          Object.values(CourseSort).map((sort) => [sort, t(`filter.sort.${sort}`)] as const),
        )}
        <Button
          look="quiet"
          className="min-h-11.5 lg:hidden"
          aria-expanded={isOpen}
          aria-controls="course-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          {active === 0 ? t('filter.open') : t('filter.open.some', { count: active })}
        </Button>
      </div>
      <search
        id="course-filters"
        aria-label={t('filter.title')}
        className={`gap-4 lg:grid lg:rounded-2xl lg:border lg:border-line lg:bg-surface lg:p-5 ${isOpen ? 'grid' : 'hidden'}`}
      >
        <CategoryTree
          categories={categories}
          counts={facets?.category}
          value={parameters.get('category') ?? ''}
          onChoose={(id) => onSet('category', id)}
        />
        {choice(
          'price',
          t('filter.price'),
          t('filter.price.any'),
          (Object.keys(PRICE_STEPS) as (keyof typeof PRICE_STEPS)[]).map(
            (step) => [step, t(`filter.price.${step}`)] as const,
          ),
        )}
        {choice(
          'level',
          t('filter.level'),
          t('filter.level.any'),
          LEVELS.map((level) => [level, t(`course.level.${level}`)] as const),
        )}
        {choice(
          'taught',
          t('filter.taught'),
          t('filter.taught.any'),
          Object.values(Locale).map((lang) => [lang, t(`course.lang.${lang}`)] as const),
        )}
        {choice(
          'rating',
          t('filter.rating'),
          t('filter.rating.any'),
          RATING_STEPS.map((rating) => [rating, t('filter.rating.from', { rating })] as const),
        )}
        {choice(
          'length',
          t('filter.length'),
          t('filter.length.any'),
          Object.values(CourseLength).map((length) => [length, t(`filter.length.${length}`)] as const),
        )}
        {choice(
          'captions',
          t('filter.captions'),
          t('filter.captions.any'),
          Object.values(Locale).map((lang) => [lang, t(`course.lang.${lang}`)] as const),
        )}
        {active > 0 && (
          <LinkButton look="quiet" to={clearPath}>
            {t('catalogue.clear')}
          </LinkButton>
        )}
      </search>
    </div>
  );
}
