import type { TransitionTable } from '../core/state-machine.js';

/**
 * - `idle`: not opened yet
 * - `connecting`: a socket is being opened
 * - `loggingIn`: the socket is open, the login is not answered yet
 * - `online`: messages flow in both directions
 * - `waiting`: the socket is lost; the next attempt follows shortly
 * - `offline`: the machine has no network
 * - `failed`: no attempt succeeded, or the token has expired; `open` tries again
 * - `ended`: closed, refused or logged in elsewhere; final
 */
export type ImState = 'idle' | 'connecting' | 'loggingIn' | 'online' | 'waiting' | 'offline' | 'failed' | 'ended';

/** Events of the connection's state machine. */
export type ImTransition =
  | 'open'
  | 'socketOpen'
  | 'accept'
  /** The socket was lost, or an attempt failed. */
  | 'lose'
  | 'retry'
  | 'giveUp'
  | 'networkLost'
  | 'networkBack'
  /** The token has expired. */
  | 'expire'
  | 'end';

export const IM_TRANSITIONS: TransitionTable<ImState, ImTransition> = {
  idle: { open: 'connecting', end: 'ended' },
  connecting: {
    socketOpen: 'loggingIn',
    lose: 'waiting',
    networkLost: 'offline',
    expire: 'failed',
    end: 'ended',
  },
  loggingIn: { accept: 'online', lose: 'waiting', networkLost: 'offline', expire: 'failed', end: 'ended' },
  online: { lose: 'waiting', networkLost: 'offline', expire: 'failed', end: 'ended' },
  waiting: { retry: 'connecting', giveUp: 'failed', networkLost: 'offline', expire: 'failed', end: 'ended' },
  offline: { networkBack: 'connecting', expire: 'failed', end: 'ended' },
  failed: { open: 'connecting', end: 'ended' },
  ended: {},
};
