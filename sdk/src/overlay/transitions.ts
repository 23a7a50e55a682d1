import type { TransitionTable } from '../core/state-machine.js';

/**
 * State of a shared drawing. `idle`: the other side has everything. `pausing`: new ops are batched into one message.
 * `retrying`: the last message was lost. `refused`: the other side refuses the drawing.
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
