import type { JoinRoomOptions } from '@lectern/rtc';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ConferenceClient } from './client.js';
import { useClient } from './provider.js';
import { sameOptions } from './same-options.js';
import { createRoomSession, type JoinRoomState, type RoomSession } from './room-session.js';
import { useSelected } from './selected.js';

/** State of a join, and the actions on it. */
export interface JoinRoom extends JoinRoomState {
  /** Joins again, after `failed` or `left`. */
  retry(): void;
  /** Leaves now; otherwise unmounting does. */
  leave(): Promise<void>;
}

/**
 * Joins a room when mounted and leaves it when unmounted. Under StrictMode, with its extra unmount, the room is joined
 * exactly once. Options may be written inline: they are compared by value, and other values leave and join again.
 *
 * @example
 * const { status, error, retry } = useJoinRoom({ roomName, password, role: Role.Talker });
 */
export function useJoinRoom(options: Omit<JoinRoomOptions, 'signal'>): JoinRoom {
  const client = useClient<ConferenceClient>();
  const [wanted, setWanted] = useState(options);
  if (!sameOptions(wanted, options)) setWanted(options);
  const [attempt, setAttempt] = useState(0);
  const session: RoomSession = useMemo(
    () => createRoomSession(client, wanted),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another attempt is another session
    [client, wanted, attempt],
  );

  useEffect(() => session.hold(), [session]);

  const state = useSelected(session.state, (current: JoinRoomState) => current) as JoinRoomState;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const leave = useCallback(() => session.leave(), [session]);
  return { ...state, retry, leave };
}
