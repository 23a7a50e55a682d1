import type { TransitionTable } from '../core/state-machine.js';
import type { ConferenceState } from './types.js';

/** `entered`: op 200 succeeded. `lost`: the socket is lost. `flowing`: media has resumed. `exit`: ended. */
export type ConferenceEvent = 'entered' | 'lost' | 'flowing' | 'exit';

/** Transitions of a conference for the local member (spec §4). */
export const CONFERENCE_TRANSITIONS: TransitionTable<ConferenceState, ConferenceEvent> = {
  joining: { entered: 'joined', exit: 'left' },
  joined: { lost: 'reconnecting', exit: 'left' },
  reconnecting: { entered: 'recovering', exit: 'left' },
  recovering: { flowing: 'joined', lost: 'reconnecting', exit: 'left' },
  left: {},
};
