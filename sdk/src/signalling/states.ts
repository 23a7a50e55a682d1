import type { TransitionTable } from '../core/state-machine.js';
import type { SignallingState } from './types.js';

/** Events of the signalling state machine. */
export type SignallingEvent =
  | 'enter'
  /** The socket is open. */
  | 'open'
  /** Op 200 was answered with 0. */
  | 'accept'
  /** The socket is lost, or an attempt failed. */
  | 'lose'
  | 'offline'
  | 'online'
  | 'close';

export const TRANSITIONS: TransitionTable<SignallingState, SignallingEvent> = {
  idle: { enter: 'connecting', close: 'closed' },
  connecting: { open: 'entering', lose: 'reconnecting', offline: 'offline', close: 'closed' },
  entering: { accept: 'connected', lose: 'reconnecting', offline: 'offline', close: 'closed' },
  connected: { lose: 'reconnecting', offline: 'offline', close: 'closed' },
  reconnecting: {
    open: 'entering',
    lose: 'reconnecting',
    offline: 'offline',
    online: 'reconnecting',
    close: 'closed',
  },
  offline: { online: 'reconnecting', close: 'closed' },
  closed: {},
};
