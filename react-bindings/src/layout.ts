import { StreamType, type ConferenceSnapshot } from '@lectern/rtc';
import { useMemo, useState } from 'react';
import { useConferenceState } from './conference.js';
import { sameItems } from './selected.js';
import { useSpeakerWhile } from './speaker.js';

/** A member's camera (`member:<id>`), or a shared screen (`screen:<stream id>`). */
export type TileId = `member:${string}` | `screen:${string}`;

/** Options of a layout. */
export interface LayoutOptions {
  /** Tiles on one page of the grid (default 9); 1 to 100. */
  readonly pageSize?: number;
  /** True includes the local member's camera (default), as the last tile. */
  readonly includesLocal?: boolean;
}

/** Arrangement of the tiles. */
export interface Layout {
  /** `focus`: one large tile, the others small beside it. */
  readonly mode: 'grid' | 'focus';
  /** The large tile, in `focus` alone. */
  readonly focus: TileId | undefined;
  /** Tiles of the page, in `focus` without the large one. */
  readonly tiles: readonly TileId[];
  /** Page from 0, of `pages`, which is at least 1. */
  readonly page: number;
  readonly pages: number;
  readonly pinned: TileId | undefined;
  setPage(page: number): void;
  /** Keeps a tile large, until undefined or another one is pinned or it is gone. */
  pin(tile: TileId | undefined): void;
  /** `auto` (initially): focus on a pinned tile or a shared screen, else the grid. */
  setMode(mode: 'grid' | 'focus' | 'auto'): void;
}

const noTiles: readonly TileId[] = [];

function tilesOf({ streams, members, localMember }: ConferenceSnapshot, includesLocal: boolean): readonly TileId[] {
  const screens = streams.filter(({ type, isLocal }) => type === StreamType.Desktop && !isLocal);
  return [
    ...screens.map(({ id }): TileId => `screen:${id}`),
    ...members.map(({ id }): TileId => `member:${id}`),
    ...(includesLocal && localMember ? [`member:${localMember.id}` as const] : []),
  ];
}

/** Member or stream of a tile. */
export const readTile = (tile: TileId): { readonly kind: 'member' | 'screen'; readonly id: string } => {
  const [kind = '', ...rest] = tile.split(':');
  return { kind: kind as 'member' | 'screen', id: rest.join(':') };
};

/**
 * Arranges members and shared screens: a grid in pages, or one large tile with the others beside it. The large one is
 * the pinned tile, else a shared screen, else who talks, else the first. Renders when the arrangement changes.
 *
 * @example
 * const { focus, tiles, page, pages, setPage, pin } = useLayout({ pageSize: 6 });
 * // tiles.map((tile) => <MyTile key={tile} {...readTile(tile)} />)
 */
export function useLayout({ pageSize = 9, includesLocal = true }: LayoutOptions = {}): Layout {
  const all = useConferenceState((state) => tilesOf(state, includesLocal), sameItems) ?? noTiles;
  const [wantedMode, setMode] = useState<'grid' | 'focus' | 'auto'>('auto');
  const [wantedPin, pin] = useState<TileId>();
  const [wantedPage, setPage] = useState(0);

  const pinned = wantedPin && all.includes(wantedPin) ? wantedPin : undefined;
  const screen = all.find((tile) => tile.startsWith('screen:'));
  const mode = wantedMode === 'auto' ? (pinned || screen ? 'focus' : 'grid') : wantedMode;
  const fixed = pinned ?? screen;
  const speaker = useSpeakerWhile(mode === 'focus' && !fixed);
  // Whoever spoke last stays large in pauses.
  const [lastSpeaker, setLastSpeaker] = useState(speaker);
  if (speaker !== undefined && speaker !== lastSpeaker) setLastSpeaker(speaker);
  const talking = all.find((tile) => tile === `member:${lastSpeaker}`);
  const focus = mode === 'focus' ? (fixed ?? talking ?? all[0]) : undefined;

  const size = Math.min(100, Math.max(1, Math.floor(pageSize)));
  const rest = useMemo(() => all.filter((tile) => tile !== focus), [all, focus]);
  const pages = Math.max(1, Math.ceil(rest.length / size));
  const page = Math.min(Math.max(0, wantedPage), pages - 1);
  const tiles = useMemo(() => rest.slice(page * size, (page + 1) * size), [rest, page, size]);
  return { mode, focus, tiles, page, pages, pinned, setPage, pin, setMode };
}
