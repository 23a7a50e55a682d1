import type { Snapshots } from '@lectern/rtc';
import type { Call, CallSnapshot, CallsSnapshot } from '@lectern/rtc/call';
import { useSelected } from './selected.js';

const all = (snapshot: CallSnapshot): CallSnapshot => snapshot;

/**
 * Current snapshot of a call: its state, mutes and media; undefined without one. Show the media with `call.attach`.
 *
 * @example
 * const snapshot = useCall(call);
 * // <button hidden={snapshot?.state !== 'connected'} onClick={() => call.hangUp()}>
 */
export const useCall = (call: Snapshots<CallSnapshot> | undefined): CallSnapshot | undefined => useSelected(call, all);

/**
 * The ringing incoming call: accept it, or hang up. Undefined if there is none; renders for no other change of the
 * call.
 *
 * @example
 * const incoming = useIncomingCall(calls);
 * // {incoming && <button onClick={() => incoming.accept()}>{incoming.getSnapshot().peer} is calling</button>}
 */
export const useIncomingCall = (calls: Snapshots<CallsSnapshot> | undefined): Call | undefined =>
  useSelected(calls, ({ incoming }) => incoming);

/** The current call, of either side. */
export const useCurrentCall = (calls: Snapshots<CallsSnapshot> | undefined): Call | undefined =>
  useSelected(calls, ({ current }) => current);
