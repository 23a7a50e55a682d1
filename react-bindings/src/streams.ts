import { StreamType, type ConferenceSnapshot, type StreamSnapshot } from '@lectern/rtc';
import { useCallback } from 'react';
import { useConferenceState } from './conference.js';
import { byId } from './lookup.js';
import { sameItems } from './selected.js';

const noStreams: readonly StreamSnapshot[] = [];
const noIds: readonly string[] = [];

const streamsOf = (snapshot: ConferenceSnapshot): readonly StreamSnapshot[] => snapshot.streams;
const subscribedOf = (snapshot: ConferenceSnapshot): readonly StreamSnapshot[] =>
  snapshot.streams.filter((stream) => stream.wanted !== undefined);

/** All streams, in order of arrival. Renders with every change of one; for a grid take {@link useStreamIds}. */
export function useStreams(): readonly StreamSnapshot[] {
  return useConferenceState(streamsOf) ?? noStreams;
}

/**
 * Ids of the streams that pass, in order of arrival; renders when that list changes, not when a stream does.
 *
 * @example
 * const desktops = useStreamIds((stream) => stream.type === StreamType.Desktop);
 */
export function useStreamIds(passes?: (stream: StreamSnapshot) => boolean): readonly string[] {
  return (
    useConferenceState(({ streams }) => (passes ? streams.filter(passes) : streams).map(({ id }) => id), sameItems) ??
    noIds
  );
}

/** One stream; undefined once it is gone. */
export function useStream(id: string): StreamSnapshot | undefined {
  return useConferenceState(useCallback(({ streams }: ConferenceSnapshot) => byId(streams, id), [id]));
}

/** A member's stream of a type, camera and microphone by default. */
export function useMemberStream(memberId: string, type: StreamType = StreamType.Video): StreamSnapshot | undefined {
  return useConferenceState(
    useCallback(
      ({ streams }: ConferenceSnapshot) =>
        streams.find((stream) => stream.memberId === memberId && stream.type === type),
      [memberId, type],
    ),
  );
}

/** The local member's stream of a type, camera and microphone by default; undefined while nothing is published. */
export function useLocalStream(type: StreamType = StreamType.Video): StreamSnapshot | undefined {
  return useConferenceState(
    useCallback(
      ({ streams }: ConferenceSnapshot) => streams.find((stream) => stream.isLocal && stream.type === type),
      [type],
    ),
  );
}

/** The remote streams that the local member subscribed to, in order of arrival. */
export function useSubscribedStreams(): readonly StreamSnapshot[] {
  return useConferenceState(subscribedOf, sameItems) ?? noStreams;
}
