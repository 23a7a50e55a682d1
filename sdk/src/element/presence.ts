import type { Dispose } from '../core/clock.js';

interface Watch {
  readonly observer: MutationObserver;
  readonly elements: Map<HTMLMediaElement, (isThere: boolean) => void>;
}

/** One observer for each page, regardless of the number of bound elements. */
const watches = new WeakMap<Document, Watch>();

function watchOf(page: Document): Watch {
  const elements: Watch['elements'] = new Map();
  const observer = new MutationObserver((records) => {
    const moved = records.flatMap(({ removedNodes, addedNodes }) => [...removedNodes, ...addedNodes]);
    for (const [element, onMove] of [...elements]) {
      if (!moved.some((node) => node.contains(element))) continue;
      // An element that is moved within the page continues to play.
      if (!element.isConnected) onMove(false);
      else if (element.paused) onMove(true);
    }
  });
  observer.observe(page, { childList: true, subtree: true });
  return { observer, elements };
}

/**
 * Calls back when an element is removed from its page, and when it is inserted and does not play. An element that never
 * was in the page is not reported as removed.
 */
export function watchPresence(element: HTMLMediaElement, onMove: (isThere: boolean) => void): Dispose {
  if (typeof MutationObserver !== 'function') return () => undefined;
  const page = element.ownerDocument;
  const watch = watches.get(page) ?? watchOf(page);
  watches.set(page, watch);
  watch.elements.set(element, onMove);
  return () => {
    watch.elements.delete(element);
    if (watch.elements.size > 0) return;
    watch.observer.disconnect();
    watches.delete(page);
  };
}
