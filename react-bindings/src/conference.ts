import {
  Role,
  type Conference,
  type ConferenceEvents,
  type ConferenceSnapshot,
  type ConferenceState,
} from '@lectern/rtc';
import { useContext, useEffect, useRef } from 'react';
import type { ConferenceClient, DevicesSnapshot, DevicesSource } from './client.js';
import { ClientContext, useClient } from './provider.js';
import { useSelected, type Equality } from './selected.js';

const itself = <T>(value: T): T => value;

/** The conference that the client has joined; undefined before and after. */
export function useConference(): Conference | undefined {
  return useSelected(useClient<ConferenceClient>().current, itself);
}

/**
 * Selects a part of the conference's snapshot; renders only when that part changes. Undefined while there is no
 * conference.
 *
 * @example
 * const count = useConferenceState((state) => state.members.length);
 */
export function useConferenceState<T>(
  select: (snapshot: ConferenceSnapshot) => T,
  isEqual?: Equality<T>,
): T | undefined {
  return useSelected(useConference()?.state, select, isEqual);
}

/**
 * `idle`: there is no conference. `offline`: the machine reports no network. `recovering`: signalling is restored, but
 * media is not yet. The others are the conference's own.
 */
export type ConnectionState = 'idle' | 'offline' | ConferenceState;

const connectionOf = ({ state, signalling }: ConferenceSnapshot): ConnectionState =>
  state === 'reconnecting' && signalling === 'offline' ? 'offline' : state;

/** Connection state of the conference. */
export function useConnectionState(): ConnectionState {
  return useConferenceState(connectionOf) ?? 'idle';
}

const noAttributes: ConferenceSnapshot['attributes'] = {};
const attributesOf = (snapshot: ConferenceSnapshot): ConferenceSnapshot['attributes'] => snapshot.attributes;

/** Attributes of the conference by key. For a single one use {@link useConferenceState}. */
export function useAttributes(): ConferenceSnapshot['attributes'] {
  return useConferenceState(attributesOf) ?? noAttributes;
}

/** Cause of the local member's mute: `member` by an admin's mute of it alone, `all` by mute-all. */
export type Silencing = 'member' | 'all';

const silencingOf = ({ isMuted, isAllMuted, role }: ConferenceSnapshot): Silencing | undefined =>
  isMuted ? 'member' : isAllMuted && role !== Role.Admin ? 'all' : undefined;

/** Reason why the local member cannot unmute its microphone; undefined if it can. */
export function useSilencing(): Silencing | undefined {
  return useConferenceState(silencingOf);
}

const playbackBlockedOf = (snapshot: ConferenceSnapshot): boolean => snapshot.isPlaybackBlocked;

/**
 * True if the browser's autoplay policy keeps an element silent. Show a button whose click calls
 * `conference.resumePlayback()`.
 */
export function usePlaybackBlocked(): boolean {
  return useConferenceState(playbackBlockedOf) ?? false;
}

/** Calls the listener for each event of the conference; always the latest one, which may be written inline. */
export function useConferenceEvent<K extends keyof ConferenceEvents>(event: K, listener: ConferenceEvents[K]): void {
  const conference = useConference();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(
    () =>
      conference?.on(event, ((...args: Parameters<ConferenceEvents[K]>) => {
        (latest.current as (...args: Parameters<ConferenceEvents[K]>) => void)(...args);
      }) as ConferenceEvents[K]),
    [conference, event],
  );
}

const noDevices: DevicesSnapshot = { cameras: [], microphones: [], speakers: [], permission: 'unknown' };

/**
 * Cameras, microphones and speakers, updated when devices are added or removed: of the given list, which may be used
 * without a provider (a lobby), or of the client. Empty if there is neither.
 */
export function useDevices(source?: DevicesSource): DevicesSnapshot {
  const client = useContext(ClientContext);
  return useSelected((source ?? client?.devices)?.state, itself) ?? noDevices;
}
