import { suggest, type ResponseOf } from '@lectern/marketplace-contract';
import { BookOpen, LayoutGrid, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactElement, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../api/client.js';
import { useLocale, useText } from '../../i18n/use-text.js';
import { categoryPath, mentorPath } from '../../lib/catalogue-path.js';
import { coursePath } from '../../lib/item-pages.js';

type Suggestion = ResponseOf<typeof suggest>[number];

/** Debounce time of typing, in ms. */
const TYPING_MS = 150;

const TYPES = {
  course: { Icon: BookOpen, pathOf: coursePath },
  mentor: { Icon: UserRound, pathOf: mentorPath },
  category: { Icon: LayoutGrid, pathOf: categoryPath },
} as const;

interface Found {
  readonly text: string;
  readonly list: readonly Suggestion[];
}

/** Loads suggestions for `text` while it is typed; those of the text before stay until then. */
function useSuggestions(text: string): Found {
  const locale = useLocale();
  const [found, setFound] = useState<Found>({ text: '', list: [] });
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      callApi(suggest, { query: text }, { locale, signal: leaving.signal }).then(
        (list) => setFound({ text, list }),
        // A field without suggestions still searches.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text, locale]);
  return found;
}

export interface SuggestionListProps {
  /** Id of the list. */
  readonly id: string;
  readonly text: string;
  /** The field, which keeps the focus. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Receives the id of the chosen option, empty for none, and undefined while no list is shown. */
  readonly onActive: (id: string | undefined) => void;
  readonly onClose: () => void;
}

/** The options of the search field. */
export function SuggestionList({ id, text, input, onActive, onClose }: SuggestionListProps): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const found = useSuggestions(text);
  const { list } = found;
  const [chosen, setChosen] = useState<{ readonly of: Found; readonly index: number }>();
  const active = chosen?.of === found ? chosen.index : -1;
  const isShown = list.length > 0;
  const optionId = (index: number): string => `${id}-${index}`;

  const report = useEffectEvent(() => onActive(isShown ? (active < 0 ? '' : optionId(active)) : undefined));
  // Before the list is painted, since the field says that it is shown.
  useLayoutEffect(() => report(), [active, isShown, id]);

  const open = (one: Suggestion): void => {
    onClose();
    void navigate(TYPES[one.type].pathOf(one.id));
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Keys of an input method choose its characters.
    if (event.isComposing || !isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = list[active];
    if (step !== undefined) {
      // One place more than there are options: the text itself.
      const places = list.length + 1;
      setChosen({ of: found, index: ((active + 1 + step + places) % places) - 1 });
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && one !== undefined) {
      open(one);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const field = input.current;
    const listen = (event: KeyboardEvent): void => press(event);
    field?.addEventListener('keydown', listen);
    return () => field?.removeEventListener('keydown', listen);
  }, [input]);

  return (
    <>
      <output className="sr-only">{isShown && t('nav.suggestions.count', { count: list.length })}</output>
      {isShown && (
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show the type of an entry
          role="listbox"
          tabIndex={-1}
          aria-label={t('nav.suggestions')}
          // A press on an option would take the focus from the field, which closes the list.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-40 mt-2 rounded-2xl border border-line bg-surface p-2 text-ink shadow-card"
        >
          {list.map((one, index) => {
            const { Icon } = TYPES[one.type];
            return (
              <button
                key={`${one.type}-${one.id}`}
                id={optionId(index)}
                type="button"
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options of elements hold text only
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onClick={() => open(one)}
                className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
                <span className="min-w-0 grow truncate">{one.text}</span>
                <span className="shrink-0 text-sm text-ink-soft">{t(`nav.suggestion.${one.type}`)}</span>
              </button>
            );
          })}
        </div>
      )}
    </>
  );
}
