import { bindElement, type ElementBinding, type ElementEvents, type ElementOptions } from '@lectern/rtc/element';
import { useEffect, useRef, useState } from 'react';
import { useConference } from './conference.js';

/** An element that shows a stream, with its events and commands. */
export interface BoundElement<Element extends HTMLMediaElement> {
  /** Ref of the element. */
  readonly ref: (element: Element | null) => void;
  /** Commands and events; undefined before the element is mounted. */
  readonly binding: ElementBinding | undefined;
}

/**
 * Binds a stream to a media element while both exist: it shows the stream whenever there is one, emits its events and
 * takes its commands. Options count when it is bound.
 *
 * @example
 * const { ref, binding } = useElementBinding<HTMLVideoElement>(stream.id);
 * useElementEvent(binding, 'soundChanged', (level) => meter.show(level));
 * // <video ref={ref} /> <button onClick={() => binding?.subscribe()}>Show</button>
 */
export function useElementBinding<Element extends HTMLMediaElement>(
  streamId: string | undefined,
  options: ElementOptions = {},
): BoundElement<Element> {
  const conference = useConference();
  const [element, ref] = useState<Element | null>(null);
  const [binding, setBinding] = useState<ElementBinding>();
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  useEffect(() => {
    if (!conference || !element || streamId === undefined) return undefined;
    const bound = bindElement(element, conference, streamId, newest.current);
    setBinding(bound);
    return () => {
      bound.close();
      setBinding(undefined);
    };
  }, [conference, element, streamId]);
  return { ref, binding };
}

/** Calls the newest listener for each event of a binding; nothing renders. */
export function useElementEvent<K extends keyof ElementEvents>(
  binding: ElementBinding | undefined,
  event: K,
  listener: ElementEvents[K],
): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(
    () =>
      binding?.on(event, ((...args: Parameters<ElementEvents[K]>) => {
        (newest.current as (...args: Parameters<ElementEvents[K]>) => void)(...args);
      }) as ElementEvents[K]),
    [binding, event],
  );
}
