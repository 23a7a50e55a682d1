import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Events that show that the user scrolls or acts on the page; they cancel the restoring of the position. */
const TAKEOVERS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Restores the scroll position on going back. The router does so at once, when a list may not be loaded and the page
 * too short; this waits until the page is long enough.
 */
export function ScrollMemory(): null {
  const { key } = useLocation();
  const type = useNavigationType();
  const seen = useRef(new Map<string, number>());

  // The position is read in a layout effect, before the scroll event of the router's own restoration overwrites it.
  useLayoutEffect(() => {
    const wanted = type === NavigationType.Pop ? (seen.current.get(key) ?? 0) : 0;
    const leaving = new AbortController();
    const options = { passive: true, signal: leaving.signal } as const;
    window.addEventListener('scroll', () => void seen.current.set(key, window.scrollY), options);
    if (wanted === 0) return () => leaving.abort();
    const growth = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - window.innerHeight < wanted) return;
      growth.disconnect();
      window.scrollTo(0, wanted);
    });
    growth.observe(document.body);
    for (const event of TAKEOVERS) window.addEventListener(event, () => growth.disconnect(), options);
    return () => {
      growth.disconnect();
      leaving.abort();
    };
  }, [key, type]);
  return null;
}
