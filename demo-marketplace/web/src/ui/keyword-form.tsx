import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from './button.js';
import { CONTROL } from './field.js';

export interface KeywordFormProps {
  /** The current search word. */
  readonly keyword: string;
  readonly label: string;
  /** Names the button. */
  readonly action: string;
  readonly maxLength: number;
  readonly onSearch: (keyword: string) => void;
}

/** Searches a list by its words. */
export function KeywordForm({ keyword, label, action, maxLength, onSearch }: KeywordFormProps): ReactElement {
  return (
    <search>
      <form
        className="flex gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(String(new FormData(event.currentTarget).get('keyword')).trim());
        }}
      >
        <input
          key={keyword}
          name="keyword"
          type="search"
          defaultValue={keyword}
          maxLength={maxLength}
          aria-label={label}
          placeholder={label}
          className={CONTROL}
        />
        <Button type="submit" look="quiet" aria-label={action}>
          <Search aria-hidden className="size-5" />
        </Button>
      </form>
    </search>
  );
}
