/** One-to-one calls over instant messaging (spec §4). */
export { Calls } from './calls.js';
export type { CallState } from './transitions.js';
export type {
  AcceptOptions,
  Call,
  CallEndReason,
  CallEvents,
  CallKind,
  CallMediaOptions,
  CallPush,
  CallSnapshot,
  CallsEvents,
  CallsOptions,
  CallsSnapshot,
  PlaceOptions,
  Side,
} from './types.js';
