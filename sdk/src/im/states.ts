import type { TransitionTable } from '../core/state-machine.js';

/**
 * - `idle`: not opened yet
 * - `connecting`: a socket is being opened
 * - `loggingIn`: it is open, the login is not answered yet
 * - `online`: messages go both ways
 * - `waiting`: the socket is gone; the next attempt comes in a moment
 * - `offline`: the machine has no network
 * - `failed`: no attempt succeeded; `open` tries again
 * - `ended`: closed, refused or logged in elsewhere; final
 */
export type ImState = 'idle' | 'connecting' | 'loggingIn' | 'online' | 'waiting' | 'offline' | 'failed' | 'ended';

/** What happens to the connection. */
export type ImTransition =
  | 'open'
  | 'socketOpen'
  | 'accept'
  /** The socket is gone, or an attempt failed. */
  | 'lose'
  | 'retry'
  | 'giveUp'
  | 'networkLost'
  | 'networkBack'
  | 'end';

export const IM_TRANSITIONS: TransitionTable<ImState, ImTransition> = {
  idle: { open: 'connecting', end: 'ended' },
  connecting: { socketOpen: 'loggingIn', lose: 'waiting', networkLost: 'offline', end: 'ended' },
  loggingIn: { accept: 'online', lose: 'waiting', networkLost: 'offline', end: 'ended' },
  online: { lose: 'waiting', networkLost: 'offline', end: 'ended' },
  waiting: { retry: 'connecting', giveUp: 'failed', networkLost: 'offline', end: 'ended' },
  offline: { networkBack: 'connecting', end: 'ended' },
  failed: { open: 'connecting', end: 'ended' },
  ended: {},
};
