import type { TransportState } from '../../engine.js';

export type TransportInput = 'connected' | 'silent' | 'heard' | 'fail' | 'close';

/** The life cycle of a transport; inputs that a state does not list are ignored. `failed` and `closed` are final. */
const TRANSITIONS: Readonly<Record<TransportState, Partial<Record<TransportInput, TransportState>>>> = {
  connecting: { connected: 'connected', fail: 'failed', close: 'closed' },
  connected: { silent: 'disconnected', fail: 'failed', close: 'closed' },
  disconnected: { heard: 'connected', fail: 'failed', close: 'closed' },
  failed: {},
  closed: {},
};

export function nextState(state: TransportState, input: TransportInput): TransportState | undefined {
  return TRANSITIONS[state][input];
}

export function isFinal(state: TransportState): boolean {
  return state === 'failed' || state === 'closed';
}
