import { useEffect, useRef, type RefObject } from 'react';

/** Visible part of the entry before the current one, so that it is recognisable as not the first. */
const PEEK_PX = 48;
const CURRENT = '[aria-current], [aria-selected=true]';

/** A row of entries that scrolls on narrow screens, and scrolls to the current entry whenever it changes. */
export function useCurrentInRow<E extends HTMLElement>(current: string): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    const entry = row.current?.querySelector<HTMLElement>(CURRENT);
    if (row.current && entry) row.current.scrollLeft = entry.offsetLeft - PEEK_PX;
  }, [current]);
  return row;
}
