import { useLocalMember, useMemberIds } from '@lectern/react';
import { Link2, UsersRound } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCopyInvite } from '../hooks/use-copy-invite.js';
import type { Meeting } from '../lib/entrance.js';
import { GRID_GAP, layoutGrid } from '../lib/grid.js';
import { Tile } from './tile.js';

/** Everybody, as large as fits. Sizes go to styles, past React: turning a phone renders nothing. */
export function TileGrid({ meeting }: { readonly meeting: Meeting }): ReactElement {
  const t = useText();
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  const box = useRef<HTMLDivElement>(null);
  const isAlone = ids.length === 0;
  // The invitation takes a tile's place.
  const count = Math.max(2, ids.length + 1);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const fit = (): void => {
      const { columns, width, height } = layoutGrid(count, {
        width: element.clientWidth,
        height: element.clientHeight,
      });
      element.style.setProperty('--tile-columns', String(columns));
      element.style.setProperty('--tile-width', `${width}px`);
      element.style.setProperty('--tile-height', `${height}px`);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);

  return (
    <section aria-label={t('room.tiles')} className="min-w-0 grow px-2 sm:px-4">
      <div ref={box} className="flex h-full flex-col overflow-x-hidden overflow-y-auto">
        <ul
          className="m-auto flex flex-wrap justify-center"
          style={{
            gap: GRID_GAP,
            maxWidth: `calc(var(--tile-columns) * (var(--tile-width) + ${GRID_GAP}px))`,
          }}
        >
          {localId !== undefined && <Tile memberId={localId} />}
          {ids.map((id) => (
            <Tile key={id} memberId={id} />
          ))}
          {isAlone && <EmptyTile meeting={meeting} />}
        </ul>
      </div>
    </section>
  );
}

function EmptyTile({ meeting }: { readonly meeting: Meeting }): ReactElement {
  const t = useText();
  const copy = useCopyInvite(meeting);
  return (
    <li className="flex h-(--tile-height) w-(--tile-width) flex-col items-center justify-center rounded-2xl border-2 border-dashed border-line p-4 text-center">
      <UsersRound aria-hidden className="size-8 text-ink-soft" />
      <h2 className="mt-3 text-lg font-medium">{t('room.empty.title')}</h2>
      <p className="mt-1 max-w-xs text-sm text-balance text-ink-soft">{t('room.empty.text')}</p>
      <button
        type="button"
        onClick={copy}
        className="mt-4 flex min-h-11 items-center gap-2 rounded-xl bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong"
      >
        <Link2 aria-hidden className="size-5" />
        {t('room.invite')}
      </button>
    </li>
  );
}
