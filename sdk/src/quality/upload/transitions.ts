import type { TransitionTable } from '../../core/state-machine.js';

/**
 * State of the upload. `waiting`: the next attempt is 5 s away. `failed`: ten attempts came to nothing, until the
 * network was away and is back. `unavailable`: the ticket names no address to upload to.
 */
export type UploadState = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'failed' | 'unavailable' | 'stopped';

export type UploadEvent = 'start' | 'refuse' | 'open' | 'lose' | 'retry' | 'exhaust' | 'offline' | 'online' | 'stop';

/** The life of an upload. An event that a state does not list is ignored there. */
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
