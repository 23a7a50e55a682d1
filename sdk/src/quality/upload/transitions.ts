import type { TransitionTable } from '../../core/state-machine.js';

/**
 * State of the upload. `waiting`: the next attempt follows in 5 s. `failed`: ten attempts failed; a network change
 * starts again. `unavailable`: the ticket has no upload address.
 */
export type UploadState = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'failed' | 'unavailable' | 'stopped';

export type UploadEvent = 'start' | 'refuse' | 'open' | 'lose' | 'retry' | 'exhaust' | 'offline' | 'online' | 'stop';

/** Transitions of an upload. An event that a state does not list is ignored there. */
export const UPLOAD_TRANSITIONS: TransitionTable<UploadState, UploadEvent> = {
  idle: { start: 'connecting', offline: 'offline', refuse: 'unavailable', stop: 'stopped' },
  connecting: { open: 'open', lose: 'waiting', offline: 'offline', stop: 'stopped' },
  open: { lose: 'waiting', offline: 'offline', stop: 'stopped' },
  waiting: { retry: 'connecting', exhaust: 'failed', offline: 'offline', stop: 'stopped' },
  offline: { online: 'connecting', stop: 'stopped' },
  failed: { offline: 'offline', online: 'connecting', stop: 'stopped' },
  unavailable: { stop: 'stopped' },
  stopped: {},
};
