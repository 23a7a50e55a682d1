import { Search } from 'lucide-react';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams, useLocation } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { paths } from '../../lib/site-map.js';

/** Opens the search page with the typed text as its `query` (specification §2). */
export function SearchForm({ className }: { readonly className: string }): ReactElement {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const asked = pathname === paths.search ? (parameters.get('query') ?? '') : '';
  // The field follows the address, so a new address remounts it.
  return <SearchField key={asked} asked={asked} className={className} />;
}

function SearchField({ asked, className }: { readonly asked: string; readonly className: string }): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const [text, setText] = useState(asked);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void navigate(`${paths.search}?${new URLSearchParams({ query: text.trim() }).toString()}`);
  };
  return (
    <search className={className}>
      <form onSubmit={submit} className="relative">
        <input
          type="search"
          name="query"
          aria-label={t('nav.search')}
          placeholder={t('nav.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-h-11 w-full rounded-full border border-line-strong bg-surface py-2 pr-12 pl-4 text-ink placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="submit"
          aria-label={t('nav.search.submit')}
          className="absolute inset-y-1 right-1 grid w-10 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Search aria-hidden className="size-5" />
        </button>
      </form>
    </search>
  );
}
