import type { TransitionTable } from '../core/state-machine.js';

/**
 * - `calling`: the callee is being requested, or the caller's offer is being read; no ring tone yet
 * - `ringing`: the callee has received the offer and has not answered
 * - `connecting`: accepted; media is connecting, for the first time or after a network loss
 * - `connected`: media flows
 * - `ended`: final
 */
export type CallState = 'calling' | 'ringing' | 'connecting' | 'connected' | 'ended';

/** Events of the call's state machine. */
export type CallTransition =
  | 'ring'
  /** The callee accepts. */
  | 'accept'
  /** Camera or microphone could not be opened: the callee may accept with other media. */
  | 'reconsider'
  | 'connect'
  /** ICE is disconnected; it may recover. */
  | 'lose'
  | 'end';

/** Transitions of a one-to-one call (spec §4). */
export const CALL_TRANSITIONS: TransitionTable<CallState, CallTransition> = {
  calling: { ring: 'ringing', end: 'ended' },
  ringing: { accept: 'connecting', end: 'ended' },
  connecting: { connect: 'connected', reconsider: 'ringing', end: 'ended' },
  connected: { lose: 'connecting', end: 'ended' },
  ended: {},
};
