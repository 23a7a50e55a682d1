import type { TransitionTable } from '../core/state-machine.js';

/** State of one stream's peer connection. */
export type LinkState = 'idle' | 'offering' | 'connecting' | 'linked' | 'weak' | 'rebuilding' | 'failed' | 'closed';

/** Events of a link's state machine. */
export type LinkEvent =
  /** An offer is being made. */
  | 'offer'
  /** The answer was applied. */
  | 'answer'
  /** ICE connected. */
  | 'connect'
  /** ICE disconnected; it may recover. */
  | 'disconnect'
  /** The peer connection has failed and will be replaced. */
  | 'lose'
  /** No further attempt. */
  | 'fail'
  | 'close';

/** Transitions of a link (spec §4 "Streams"). An event that a state does not list is ignored there. */
export const LINK_TRANSITIONS: TransitionTable<LinkState, LinkEvent> = {
  idle: { offer: 'offering', close: 'closed' },
  offering: { answer: 'connecting', lose: 'rebuilding', fail: 'failed', close: 'closed' },
  connecting: { connect: 'linked', lose: 'rebuilding', fail: 'failed', close: 'closed' },
  linked: { disconnect: 'weak', lose: 'rebuilding', fail: 'failed', close: 'closed' },
  weak: { connect: 'linked', lose: 'rebuilding', fail: 'failed', close: 'closed' },
  rebuilding: { offer: 'offering', fail: 'failed', close: 'closed' },
  failed: { close: 'closed' },
  closed: {},
};
