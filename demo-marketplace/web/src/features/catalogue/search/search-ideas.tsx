import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { CategoryChips } from '../home/category-chips.js';
import { searchPath } from '../lib/paths.js';
import { forgetHistory, readHistory } from '../lib/search-history.js';
import { categoryTreeQuery, hotWordsQuery } from '../api/catalogue.js';

/** Earlier searches, popular searches and categories, for an empty search or one without results. */
export function SearchIdeas(): ReactElement {
  const t = useText();
  const [history, setHistory] = useState(readHistory);
  const { data: hot = [] } = useQuery(hotWordsQuery());
  const { data: categories = [] } = useQuery(categoryTreeQuery({ kind: 'course' }));
  return (
    <div className="grid gap-8">
      {history.length > 0 && (
        <section aria-label={t('search.history')}>
          <div className="mb-3 flex items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">{t('search.history')}</h2>
            <button
              type="button"
              className="min-h-11 rounded-lg px-2 text-sm text-ink-soft underline"
              onClick={() => {
                forgetHistory();
                setHistory([]);
              }}
            >
              {t('search.history.clear')}
            </button>
          </div>
          <Words words={history} />
        </section>
      )}
      {hot.length > 0 && (
        <section aria-label={t('search.hot')}>
          <h2 className="mb-3 text-lg font-semibold">{t('search.hot')}</h2>
          <Words words={hot} />
        </section>
      )}
      {categories.length > 0 && (
        <section aria-label={t('home.categories')}>
          <h2 className="mb-3 text-lg font-semibold">{t('home.categories')}</h2>
          <CategoryChips categories={categories} />
        </section>
      )}
    </div>
  );
}

function Words({ words }: { readonly words: readonly string[] }): ReactElement {
  return (
    <ul className="flex flex-wrap gap-2">
      {words.map((word) => (
        <li key={word} className="max-w-full">
          <Link
            to={searchPath(word)}
            className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-surface px-4 hover:border-line-strong"
          >
            <span className="truncate">{word}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
