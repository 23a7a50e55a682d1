import { Search } from 'lucide-react';
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type ComponentType,
  type ReactElement,
  type SubmitEvent,
} from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { searchPath } from '../../lib/catalogue-path.js';
import type { SuggestionListProps } from './suggestion-list.js';

/** A field whose suggestions cannot be loaded still searches. */
const SuggestionList = lazy<ComponentType<SuggestionListProps>>(async () => ({
  default: await import('./suggestion-list.js').then(
    (part) => part.SuggestionList,
    () => () => null,
  ),
}));

export interface SearchFieldProps {
  /** Text of the search that the page shows; a field for another one needs another key. */
  readonly asked?: string;
  readonly className?: string;
}

/**
 * The search field, with suggestions for what is typed. Arrow keys choose one, Enter opens it or searches, and Escape
 * closes the list.
 */
export function SearchField({ asked = '', className = '' }: SearchFieldProps): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(asked);
  const [isOpen, setIsOpen] = useState(false);
  /** Id of the option that Enter would open; undefined while no list is shown, empty while none is chosen. */
  const [active, setActive] = useState<string>();
  const close = (): void => {
    setIsOpen(false);
    setActive(undefined);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    close();
    void navigate(searchPath(text.trim()));
  };
  const words = text.trim();
  return (
    <search className={`relative ${className}`}>
      <form onSubmit={submit} className="relative">
        <input
          ref={input}
          type="search"
          name="query"
          role="combobox"
          aria-label={t('nav.search')}
          aria-autocomplete="list"
          aria-expanded={active !== undefined}
          aria-controls={active === undefined ? undefined : id}
          aria-activedescendant={active || undefined}
          autoComplete="off"
          placeholder={t('nav.search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            // An input method shows its own choices, for characters that are not final.
            setIsOpen(!(event.nativeEvent as InputEvent).isComposing);
          }}
          onCompositionEnd={() => setIsOpen(true)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowDown') setIsOpen(true);
          }}
          onBlur={close}
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
      {isOpen && words !== '' && words !== asked && (
        <Suspense fallback={null}>
          <SuggestionList id={id} text={words} input={input} onActive={setActive} onClose={close} />
        </Suspense>
      )}
    </search>
  );
}
