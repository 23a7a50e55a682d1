import type { Conference, ConferenceExit, JoinRoomOptions, Snapshots } from '@lectern/rtc';
import type { ConferenceClient } from './client.js';

/** State of a join. */
export interface JoinRoomState {
  readonly status: 'idle' | 'joining' | 'joined' | 'failed' | 'left';
  /** Set with `joined`. */
  readonly conference: Conference | undefined;
  /** Set with `failed`. */
  readonly error: unknown;
  /** Set with `left`, if the conference ended without a call of `leave`. */
  readonly exit: ConferenceExit | undefined;
}

/** One join of one room, as an object that React's effects can hold and release. */
export interface RoomSession {
  readonly state: Snapshots<JoinRoomState>;
  /** Joins with the first holder; leaves when the last one has released it and none holds it again in the same turn. */
  hold(): () => void;
  leave(): Promise<void>;
}

type Status = JoinRoomState['status'];

const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  idle: ['joining', 'left'],
  joining: ['joined', 'failed', 'left'],
  joined: ['left'],
  failed: ['left'],
  left: [],
};

const IDLE: JoinRoomState = { status: 'idle', conference: undefined, error: undefined, exit: undefined };

export function createRoomSession(client: ConferenceClient, options: Omit<JoinRoomOptions, 'signal'>): RoomSession {
  const listeners = new Set<() => void>();
  const aborter = new AbortController();
  let state = IDLE;
  let holders = 0;
  let leaving: Promise<void> | undefined;

  const go = (next: Partial<JoinRoomState> & { readonly status: Status }): boolean => {
    if (!NEXT[state.status].includes(next.status)) return false;
    state = { ...IDLE, ...next };
    for (const listener of [...listeners]) listener();
    return true;
  };

  const join = async (): Promise<void> => {
    go({ status: 'joining' });
    try {
      const conference = await client.joinRoom({ ...options, signal: aborter.signal });
      if (!go({ status: 'joined', conference })) {
        await conference.leave();
        return;
      }
      const exited = (): void => {
        const { exit } = conference.state.getSnapshot();
        if (exit) go({ status: 'left', exit });
      };
      conference.on('left', exited);
      exited();
    } catch (error) {
      go({ status: 'failed', error });
    }
  };

  const leave = (): Promise<void> => {
    const { conference } = state;
    go({ status: 'left' });
    aborter.abort();
    leaving ??= conference?.leave() ?? Promise.resolve();
    return leaving;
  };

  return {
    state: {
      getSnapshot: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    hold: () => {
      holders += 1;
      if (state.status === 'idle') void join();
      return () => {
        holders -= 1;
        queueMicrotask(() => {
          // The page has unmounted, so an error of leaving has no recipient.
          if (holders === 0) leave().catch(() => undefined);
        });
      };
    },
    leave,
  };
}
