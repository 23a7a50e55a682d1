import type { Layout } from '@lectern/react';
import type { ReactElement } from 'react';
import { useTexts } from './texts.js';
import { Tile } from './tile.js';

/** Props of {@link Grid} and {@link Focus}. */
export interface StageProps {
  /** Arrangement by `useLayout`. */
  readonly layout: Layout;
}

function Pages({ layout: { page, pages, setPage } }: StageProps): ReactElement | null {
  const text = useTexts();
  if (pages < 2) return null;
  return (
    <div className="lectern-pages">
      <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)} aria-label={text('previousPage')}>
        ‹
      </button>
      <span>{text('page', { page: page + 1, pages })}</span>
      <button
        type="button"
        disabled={page + 1 >= pages}
        onClick={() => setPage(page + 1)}
        aria-label={text('nextPage')}
      >
        ›
      </button>
    </div>
  );
}

/** The tiles of a page, all of one size. */
export function Grid({ layout }: StageProps): ReactElement {
  const { tiles, pinned, pin } = layout;
  return (
    <div className="lectern-grid">
      <ul data-count={tiles.length}>
        {tiles.map((tile) => (
          <Tile key={tile} tile={tile} isPinned={tile === pinned} onPin={pin} />
        ))}
      </ul>
      <Pages layout={layout} />
    </div>
  );
}

/** One large tile, and the others of the page beside it. */
export function Focus({ layout }: StageProps): ReactElement {
  const { focus, tiles, pinned, pin } = layout;
  return (
    <div className="lectern-focus">
      <ul className="lectern-large">
        {focus && <Tile key={focus} tile={focus} isPinned={focus === pinned} onPin={pin} />}
      </ul>
      <ul className="lectern-strip">
        {tiles.map((tile) => (
          <Tile key={tile} tile={tile} onPin={pin} />
        ))}
      </ul>
      <Pages layout={layout} />
    </div>
  );
}
