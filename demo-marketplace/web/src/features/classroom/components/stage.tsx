import { StreamType, type StreamSnapshot } from '@lectern/rtc';
import { useLocalMember, useMemberIds, useStreamIds } from '@lectern/react';
import type { CSSProperties, ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { ClassAddress } from '../../../lib/class-link.js';
import { DesktopTile } from './desktop-tile.js';
import { Tile } from './tile.js';
import { TileGrid } from './tile-grid.js';

const isDesktop = ({ type }: StreamSnapshot): boolean => type === StreamType.Desktop;

const STRIP_TILE = { '--tile-width': '9.5rem', '--tile-height': '7rem' } as CSSProperties;

/** Everybody in a grid; while screens are shared, these large and everybody beside them. */
export function Stage({ address }: { readonly address: ClassAddress }): ReactElement {
  const t = useText();
  const desktops = useStreamIds(isDesktop);
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  if (desktops.length === 0) return <TileGrid address={address} />;

  return (
    <section aria-label={t('room.tiles')} className="flex min-h-0 min-w-0 grow flex-col gap-3 px-2 sm:px-4 lg:flex-row">
      <div className="flex min-h-0 min-w-0 grow flex-col gap-3">
        {desktops.map((id) => (
          <DesktopTile key={id} streamId={id} />
        ))}
      </div>
      <ul
        style={STRIP_TILE}
        className="flex shrink-0 gap-3 overflow-x-auto lg:flex-col lg:overflow-x-hidden lg:overflow-y-auto"
      >
        {localId !== undefined && <Tile memberId={localId} />}
        {ids.map((id) => (
          <Tile key={id} memberId={id} />
        ))}
      </ul>
    </section>
  );
}
