import type { Conference, MediaKinds, StreamSnapshot } from '@lectern/rtc';
import { useEffect, useRef } from 'react';
import { useConference } from './conference.js';

/** Streams that were subscribed automatically, by conference: a second mount (StrictMode) subscribes none again. */
const askedFor = new WeakMap<Conference, Set<string>>();

/** Options of automatic subscription. */
export interface AutoSubscribeOptions extends Partial<MediaKinds> {
  /** Selects remote streams; all by default. */
  readonly filter?: (stream: StreamSnapshot) => boolean;
  /** A subscription failed. The stream is not retried automatically. */
  readonly onError?: (stream: StreamSnapshot, error: unknown) => void;
}

/**
 * Subscribes to every remote stream once, as it arrives. A stream that the application unsubscribed stays so. Mount it
 * once per conference.
 */
export function useAutoSubscribe(options: AutoSubscribeOptions = {}): void {
  const conference = useConference();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!conference) return undefined;
    const asked = askedFor.get(conference) ?? new Set<string>();
    askedFor.set(conference, asked);

    const look = (): void => {
      const { streams, state } = conference.state.getSnapshot();
      if (state === 'left') return;
      for (const id of asked) if (!streams.some((stream) => stream.id === id)) asked.delete(id);
      const { filter, onError, audio, video } = latest.current;
      for (const stream of streams) {
        if (stream.isLocal || stream.wanted || asked.has(stream.id) || filter?.(stream) === false) continue;
        asked.add(stream.id);
        const kinds = { ...(audio === undefined ? {} : { audio }), ...(video === undefined ? {} : { video }) };
        conference.subscribe(stream, kinds).catch((error: unknown) => onError?.(stream, error));
      }
    };
    look();
    return conference.state.subscribe(look);
  }, [conference]);
}
