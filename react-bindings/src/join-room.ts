import type { JoinRoomOptions } from '@lectern/rtc';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from './provider.js';
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
 * exactly once. Keep `options` the same object: a new one leaves and joins again.
 *
 * @example
 * const options = useMemo(() => ({ roomName, password, role: Role.Talker }), [roomName, password]);
 * const { status, error, retry } = useJoinRoom(options);
 */
export function useJoinRoom(options: Omit<JoinRoomOptions, 'signal'>): JoinRoom {
  const client = useClient();
  const [attempt, setAttempt] = useState(0);
  const session: RoomSession = useMemo(
    () => createRoomSession(client, options),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another attempt is another session
    [client, options, attempt],
  );

  useEffect(() => session.hold(), [session]);

  const state = useSelected(session.state, (current: JoinRoomState) => current) as JoinRoomState;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const leave = useCallback(() => session.leave(), [session]);
  return { ...state, retry, leave };
}
