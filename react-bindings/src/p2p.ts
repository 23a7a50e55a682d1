import { ConferenceType, type Conference } from '@lectern/rtc';
import { P2pCall, type P2pStreamSnapshot } from '@lectern/rtc/p2p';
import { useMemo } from 'react';
import { useConference } from './conference.js';
import { useSelected } from './selected.js';
import { perObject } from './shared-store.js';

/** A call between two users, in a conference of type P2P. */
export interface P2pCallState {
  /** Calls, shares, and emits the events; undefined in a conference of another type. */
  readonly call: P2pCall | undefined;
  /** Camera and microphone of both sides, once one side called. */
  readonly main: P2pStreamSnapshot | undefined;
  /** Shared screens that have not ended, of both sides. */
  readonly screens: readonly P2pStreamSnapshot[];
}

const none: readonly P2pStreamSnapshot[] = [];

/** The calls by conference: a second one would answer the same messages. */
const callOf = /* @__PURE__ */ perObject((conference: Conference) => new P2pCall(conference));

/**
 * The P2P call of the joined conference; all components share it. `main.link` is `ringing` while the other side calls.
 *
 * @example
 * const { call, main } = useP2pCall();
 * // {main?.link === 'ringing' && <button onClick={() => call?.main?.accept()}>Answer</button>}
 */
export function useP2pCall(): P2pCallState {
  const conference = useConference();
  const isP2p = conference?.state.getSnapshot().type === ConferenceType.P2p;
  const call = isP2p ? callOf(conference) : undefined;
  const streams = useSelected(call?.state, (state) => state.streams) ?? none;
  return useMemo(
    () => ({
      call,
      main: streams.find(({ isMain }) => isMain),
      screens: streams.filter(({ isMain }) => !isMain),
    }),
    [call, streams],
  );
}
