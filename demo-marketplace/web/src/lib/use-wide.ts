import { useSyncExternalStore } from 'react';

/** From this width on, pages have two columns; the breakpoint `lg` of the styles. */
const WIDE = '(min-width: 64rem)';

const queryOf = (): MediaQueryList | undefined => (typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined);

const subscribe = (listener: () => void): (() => void) => {
  const query = queryOf();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
};

/** Returns true on screens that have room for two columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => queryOf()?.matches ?? true);
