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

/** All streams, in order of arrival. Renders with every change of one; for a grid use {@link useStreamIds}. */
export function useStreams(): readonly StreamSnapshot[] {
  return useConferenceState(streamsOf) ?? noStreams;
}

/**
 * Ids of the selected streams, in order of arrival; renders when that list changes, not when a stream does.
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

/** One stream; undefined after it ended. */
export function useStream(id: string): StreamSnapshot | undefined {
  return useConferenceState(useCallback(({ streams }: ConferenceSnapshot) => byId(streams, id), [id]));
}

/** Camera and microphone have the type `AudioMixer` if the server mixes (types 11 and 12), as in `publish`. */
function ofType(
  streams: readonly StreamSnapshot[],
  type: StreamType,
  isWhose: (stream: StreamSnapshot) => boolean,
): StreamSnapshot | undefined {
  const find = (wanted: StreamType) => streams.find((stream) => stream.type === wanted && isWhose(stream));
  return find(type) ?? (type === StreamType.Video ? find(StreamType.AudioMixer) : undefined);
}

const isOwn = ({ isLocal }: StreamSnapshot): boolean => isLocal;

/** A member's stream of a type, by default camera and microphone in every kind of conference. */
export function useMemberStream(memberId: string, type: StreamType = StreamType.Video): StreamSnapshot | undefined {
  return useConferenceState(
    useCallback(
      ({ streams }: ConferenceSnapshot) => ofType(streams, type, (stream) => stream.memberId === memberId),
      [memberId, type],
    ),
  );
}

/**
 * The local member's stream of a type, by default camera and microphone in every kind of conference; undefined while
 * nothing is published.
 */
export function useLocalStream(type: StreamType = StreamType.Video): StreamSnapshot | undefined {
  return useConferenceState(useCallback(({ streams }: ConferenceSnapshot) => ofType(streams, type, isOwn), [type]));
}

/** The remote streams that the local member subscribed to, in order of arrival. */
export function useSubscribedStreams(): readonly StreamSnapshot[] {
  return useConferenceState(subscribedOf, sameItems) ?? noStreams;
}
