import type { TransitionTable } from '../core/state-machine.js';

/**
 * - `calling`: the callee is looked for, or the caller's offer is being read; nobody hears anything yet
 * - `ringing`: the offer is with the callee, who has not answered
 * - `connecting`: accepted; media are on their way, for the first time or again after the network lost them
 * - `connected`: media flow
 * - `ended`: final
 */
export type CallState = 'calling' | 'ringing' | 'connecting' | 'connected' | 'ended';

/** What happens to a call. */
export type CallTransition =
  | 'ring'
  /** The callee takes it. */
  | 'accept'
  /** Camera or microphone could not be opened: the callee may try otherwise. */
  | 'reconsider'
  | 'connect'
  /** ICE is disconnected; it may come back by itself. */
  | 'lose'
  | 'end';

/** The life of a one-to-one call (spec §4). */
export const CALL_TRANSITIONS: TransitionTable<CallState, CallTransition> = {
  calling: { ring: 'ringing', end: 'ended' },
  ringing: { accept: 'connecting', end: 'ended' },
  connecting: { connect: 'connected', reconsider: 'ringing', end: 'ended' },
  connected: { lose: 'connecting', end: 'ended' },
  ended: {},
};
