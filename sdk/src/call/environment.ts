import type { ImPort } from '../im/port.js';
import type { CallState } from './transitions.js';
import type { Call } from './types.js';

/** Dependencies that a call takes from its client. */
export interface CallEnvironment {
  readonly port: ImPort;
  readonly rtcConfiguration: RTCConfiguration | undefined;
  readonly report: ((error: unknown) => void) | undefined;
  /** A new number with each call of it. */
  newId(): number;
  changed(call: Call, previous: CallState): void;
  /** Sends the last word of a call, which must not get lost with a connection. */
  farewell(send: () => Promise<void>): void;
}
