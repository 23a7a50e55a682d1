import type { TransitionTable } from '../core/state-machine.js';

/** State of one stream of a call. */
export type P2pLinkState =
  /** The local side offered; no device has answered yet. */
  | 'calling'
  /** The other side offered; `accept` or `decline` it. */
  | 'ringing'
  /** Media is being opened and the answer created. */
  | 'answering'
  | 'connecting'
  | 'linked'
  /** ICE is disconnected; it may recover. */
  | 'weak'
  /** The peer connection has failed; a new offer follows. */
  | 'rebuilding'
  | 'ended';

export type P2pLinkEvent = 'offer' | 'accept' | 'answered' | 'connect' | 'disconnect' | 'lose' | 'end';

/**
 * Transitions of one stream of a call. The side that offered first sends `offer`, the one that answered first `accept`.
 */
export const P2P_TRANSITIONS: TransitionTable<P2pLinkState, P2pLinkEvent> = {
  calling: { answered: 'connecting', lose: 'rebuilding', end: 'ended' },
  ringing: { accept: 'answering', end: 'ended' },
  answering: { answered: 'connecting', lose: 'rebuilding', end: 'ended' },
  connecting: { connect: 'linked', lose: 'rebuilding', end: 'ended' },
  linked: { disconnect: 'weak', lose: 'rebuilding', end: 'ended' },
  weak: { connect: 'linked', lose: 'rebuilding', end: 'ended' },
  rebuilding: { offer: 'calling', accept: 'answering', end: 'ended' },
  ended: {},
};
