import type { ImPort } from '../im/port.js';
import type { CallSound } from './attach.js';
import type { CallState } from './transitions.js';
import type { Call } from './types.js';

/** Dependencies that a call takes from its client. */
export interface CallEnvironment {
  readonly port: ImPort;
  readonly rtcConfiguration: RTCConfiguration | undefined;
  readonly sound: CallSound;
  readonly report: ((error: unknown) => void) | undefined;
  /** Returns a new number with each call. */
  newId(): number;
  changed(call: Call, previous: CallState): void;
  /** Sends the farewell message of a call, and resends it if the connection is lost. */
  farewell(send: () => Promise<void>): void;
}
