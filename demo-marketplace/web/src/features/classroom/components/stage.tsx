import { StreamType, type StreamSnapshot } from '@lectern/rtc';
import { useConferenceState, useLocalMember, useMemberIds, useStreamIds } from '@lectern/react';
import type { CSSProperties, ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useControlState } from '../hooks/use-control.js';
import type { Meeting } from '../lib/entrance.js';
import { pointedStreams } from '../lib/controlled.js';
import { ControlTile } from './control-tile.js';
import { DesktopTile } from './desktop-tile.js';
import { Tile } from './tile.js';
import { TileGrid } from './tile-grid.js';

const isDesktop = ({ type }: StreamSnapshot): boolean => type === StreamType.Desktop;

const STRIP_TILE = { '--tile-width': '9.5rem', '--tile-height': '7rem' } as CSSProperties;

const sameText = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/** All members in a grid. Shared screens and videos under pointer control are shown large, the members beside them. */
export function Stage({ meeting }: { readonly meeting: Meeting }): ReactElement {
  const t = useText();
  const desktops = useStreamIds(isDesktop);
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  const pointed = useControlState(pointedStreams, sameText) ?? [];
  const cameras = useStreamIds((stream) => !isDesktop(stream) && pointed.includes(stream.id));
  /** Members who are shown large are left out of the strip. */
  const large =
    useConferenceState(
      ({ streams }) => streams.filter(({ id }) => cameras.includes(id)).map(({ memberId }) => memberId),
      sameText,
    ) ?? [];
  if (desktops.length + cameras.length === 0) return <TileGrid meeting={meeting} />;

  return (
    <section aria-label={t('room.tiles')} className="flex min-h-0 min-w-0 grow flex-col gap-3 px-2 sm:px-4 lg:flex-row">
      <div className="flex min-h-0 min-w-0 grow flex-col gap-3">
        {desktops.map((id) => (
          <DesktopTile key={id} streamId={id} />
        ))}
        {cameras.map((id) => (
          <ControlTile key={id} streamId={id} />
        ))}
      </div>
      <ul
        style={STRIP_TILE}
        className="flex shrink-0 gap-3 overflow-x-auto lg:flex-col lg:overflow-x-hidden lg:overflow-y-auto"
      >
        {localId !== undefined && !large.includes(localId) && <Tile memberId={localId} />}
        {ids
          .filter((id) => !large.includes(id))
          .map((id) => (
            <Tile key={id} memberId={id} />
          ))}
      </ul>
    </section>
  );
}
