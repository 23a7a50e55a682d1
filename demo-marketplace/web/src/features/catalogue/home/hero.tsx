import { type getHome, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { searchPath } from '../lib/paths.js';
import { SearchField } from '../../search/index.js';
import { hotWordsQuery } from '../api/catalogue.js';

type Stats = ResponseOf<typeof getHome>['stats'];
const FIGURES = ['courses', 'mentors', 'learners', 'reviews'] as const;
const MOST_WORDS = 6;

export interface HeroProps {
  readonly stats: Stats | undefined;
  /** Content beside the introduction. */
  readonly children: ReactNode;
}

/** Introduces the site to visitors, with the search field on narrow screens. */
export function Hero({ stats, children }: HeroProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const result = useQuery(hotWordsQuery());
  const words = result.data !== undefined ? result.data.slice(0, MOST_WORDS) : [];
  return (
    <div className="grid items-center gap-10 lg:grid-cols-[1.05fr_1fr] lg:gap-14">
      <div className="min-w-0">
        <h1 className="text-4xl break-keep font-semibold tracking-tight sm:text-5xl xl:text-6xl">{t('home.title')}</h1>
        <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('home.text')}</p>
        {/* Wider pages have it above. */}
        <SearchField className="mt-7 md:hidden" />
        <div className="mt-4 min-h-10">
          {words.length > 0 && (
            <ul aria-label={t('search.hot')} className="flex flex-wrap gap-2 text-sm">
              {words.map((word) => (
                <li key={word}>
                  <Link
                    to={searchPath(word)}
                    className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-ink-soft hover:border-line-strong hover:text-ink"
                  >
                    {word}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        <dl className="mt-6 grid min-h-16 grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-4">
          {stats !== undefined &&
            FIGURES.map((figure) => (
              <div key={figure} className="flex flex-col-reverse">
                <dt className="text-sm text-ink-soft">{t(`home.stats.${figure}`)}</dt>
                <dd className="text-2xl font-semibold tabular-nums">{stats[figure].toLocaleString(locale)}</dd>
              </div>
            ))}
        </dl>
      </div>
      {children}
    </div>
  );
}
