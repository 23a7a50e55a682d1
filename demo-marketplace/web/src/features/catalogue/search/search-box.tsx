import { suggest, type ResponseOf } from '@lectern/marketplace-contract';
import { BookOpen, Search, UserRound } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type SubmitEvent,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import { coursePath, mentorPath, searchPath } from '../lib/paths.js';

type Suggestion = ResponseOf<typeof suggest>[number];

/** Debounce time of typing, in ms. */
const TYPING_MS = 150;

const pathOf = ({ type, id }: Suggestion): string => (type === 'course' ? coursePath(id) : mentorPath(id));

/** Loads suggestions for `text` while it is typed. */
function useSuggestions(text: string): readonly Suggestion[] {
  const locale = useLocale();
  const [found, setFound] = useState<{ readonly text: string; readonly list: readonly Suggestion[] }>();
  useEffect(() => {
    if (text === '') return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      callApi(suggest, { query: text }, { locale, signal: leaving.signal }).then(
        (list) => setFound({ text, list }),
        // A box without suggestions still searches.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text, locale]);
  return found?.text === text ? found.list : [];
}

/** The search field with suggestions below; arrow keys move between them, Escape closes the list. */
export function SearchBox({ query }: { readonly query: string }): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [isOpen, setIsOpen] = useState(false);
  const suggestions = useSuggestions(text.trim() === query ? '' : text.trim());
  const isListShown = isOpen && suggestions.length > 0;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsOpen(false);
    void navigate(searchPath(text.trim()));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      setIsOpen(false);
      input.current?.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !isListShown) return;
    event.preventDefault();
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const place = stops.indexOf(event.currentTarget as HTMLElement);
    stops[(place + step + stops.length) % stops.length]?.focus();
  };
  const leave = (event: FocusEvent): void => {
    if (!frame.current?.contains(event.relatedTarget)) setIsOpen(false);
  };

  return (
    <search ref={frame} className="relative max-w-2xl">
      <form onSubmit={submit} className="flex gap-2">
        <div className="relative min-w-0 grow">
          <Search aria-hidden className="absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-soft" />
          <input
            ref={input}
            type="search"
            aria-label={t('nav.search')}
            autoComplete="off"
            placeholder={t('search.box')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setIsOpen(true);
            }}
            onKeyDown={press}
            onBlur={leave}
            className="min-h-13 w-full rounded-2xl border border-line-strong bg-surface py-2 pr-4 pl-12 placeholder:text-ink-soft"
          />
        </div>
        <button
          type="submit"
          className="min-h-13 shrink-0 rounded-2xl bg-accent px-6 font-medium text-on-accent hover:bg-accent-strong"
        >
          {t('home.find')}
        </button>
      </form>
      <output className="sr-only">{isListShown && t('search.suggestions.count', { count: suggestions.length })}</output>
      {isListShown && (
        <ul
          aria-label={t('search.suggestions')}
          className="absolute inset-x-0 top-full z-30 mt-2 rounded-2xl border border-line bg-surface p-2 shadow-card"
        >
          {suggestions.map((suggestion) => (
            <li key={`${suggestion.type}-${suggestion.id}`}>
              <Link
                to={pathOf(suggestion)}
                onKeyDown={press}
                onBlur={leave}
                className="flex min-h-11 items-center gap-3 rounded-xl px-3 -outline-offset-2 hover:bg-sunken"
              >
                {suggestion.type === 'course' ? (
                  <BookOpen aria-hidden className="size-4 shrink-0 text-ink-soft" />
                ) : (
                  <UserRound aria-hidden className="size-4 shrink-0 text-ink-soft" />
                )}
                <span className="truncate">{suggestion.text}</span>
                <span className="sr-only">{t(`search.is.${suggestion.type}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
