import type { ImMessage } from '@lectern/rtc/im';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { arrivalOf } from '../lib/rows.js';

/** A reader within this distance of the end, in pixels, reads the end. */
const END_PX = 48;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight <= END_PX;

export interface ThreadScroll {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** Messages have arrived below what is shown. */
  readonly hasMoreBelow: boolean;
  readonly toEnd: () => void;
}

/** Scrolls a message list: to the end for what arrives there, and nowhere for a reader further up. */
export function useThreadScroll(messages: readonly ImMessage[]): ThreadScroll {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef<{ last?: ImMessage; first?: ImMessage; height: number }>({ height: 0 });
  const [hasMoreBelow, setHasMoreBelow] = useState(false);

  const toEnd = useCallback((): void => {
    isAtEnd.current = true;
    setHasMoreBelow(false);
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, []);
  const onScroll = useCallback((): void => {
    if (list.current === null) return;
    isAtEnd.current = isNearEnd(list.current);
    if (isAtEnd.current) setHasMoreBelow(false);
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const [first] = messages;
    const last = messages.at(-1);
    const arrival = arrivalOf(before.current.last, last, isAtEnd.current);
    if (arrival === 'to-end') toEnd();
    else if (arrival === 'announce') setHasMoreBelow(true);
    else if (first !== undefined && before.current.first !== undefined && first.key !== before.current.first.key) {
      // Older messages came above: the reader stays where they are.
      element.scrollTop += element.scrollHeight - before.current.height;
    }
    before.current = { ...(last && { last }), ...(first && { first }), height: element.scrollHeight };
  }, [messages, toEnd]);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || typeof ResizeObserver !== 'function') return undefined;
    // Images that load and a keyboard that opens change heights; a reader of the end stays there.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTo({ top: element.scrollHeight });
      before.current = { ...before.current, height: element.scrollHeight };
    });
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return { list, onScroll, hasMoreBelow, toEnd };
}
