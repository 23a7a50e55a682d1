import type { TransitionTable } from '../core/state-machine.js';

/**
 * Where the sharing of a drawing stands. `idle`: the other side has everything. `pausing`: what comes meanwhile goes in
 * one message. `retrying`: the last message did not get through. `refused`: the other side does not take it.
 */
export type SharingState = 'idle' | 'sending' | 'pausing' | 'retrying' | 'refused' | 'closed';
export type SharingEvent = 'send' | 'taken' | 'rest' | 'lost' | 'refuse' | 'close';

export const SHARING_TRANSITIONS: TransitionTable<SharingState, SharingEvent> = {
  idle: { send: 'sending', close: 'closed' },
  sending: { taken: 'pausing', lost: 'retrying', refuse: 'refused', close: 'closed' },
  pausing: { send: 'sending', rest: 'idle', close: 'closed' },
  retrying: { send: 'sending', refuse: 'refused', close: 'closed' },
  refused: { close: 'closed' },
  closed: {},
};
