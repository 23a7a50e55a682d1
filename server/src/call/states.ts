/**
 * - `requested`: the caller was notified that the callee is online, and prepares its offer
 * - `ringing`: the offer is with the callee's devices
 * - `resumed`: known only by its routing key, as after a restart: it rings, or is accepted
 * - `accepted`: one device of the callee has answered
 * - `ended`: no further messages, except to devices that were away
 */
export type CallState = 'requested' | 'ringing' | 'resumed' | 'accepted' | 'ended';

export type CallEvent = 'offer' | 'accept' | 'end';

/**
 * The life cycle of a call, as the server knows it (spec, library §4). Events that a state does not list are illegal in
 * it.
 */
export const CALL_TRANSITIONS: Readonly<Record<CallState, Readonly<Partial<Record<CallEvent, CallState>>>>> = {
  requested: { offer: 'ringing', end: 'ended' },
  ringing: { accept: 'accepted', end: 'ended' },
  resumed: { offer: 'ringing', accept: 'accepted', end: 'ended' },
  accepted: { end: 'ended' },
  ended: {},
};
