import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { ConferenceBody } from '../im-protocol/conference-body.js';
import type { Platform } from '../platform/types.js';
import type { ImClient } from './client.js';
import type { ImState } from './states.js';

/**
 * Property under which a client keeps its port: a plain name, so that other copies of the package in one program find
 * it.
 */
export const IM_PORT = '~port';

/** A received message of a call. */
export interface IncomingCallMessage {
  /** Plain user name, set by the server. */
  readonly from: string;
  readonly body: ConferenceBody;
}

/**
 * Access of the package's other entries to a client's connection. Internal: applications use the client, and this
 * interface may change with every version.
 */
export interface ImPort {
  readonly platform: Platform;
  /** `org#app`. */
  readonly appKey: string;
  readonly username: string;
  readonly state: ImState;
  /**
   * Resolves a plain name or an address to another user.
   * @throws {LecternError} reason `invalid-argument` for an empty name, the own user, and users of other apps.
   */
  otherUser(to: string): { readonly name: string; /** `org#app_name@domain` */ readonly address: string };
  /**
   * Sends a message of a call; resolves when the server acknowledged it. While the connection is being restored it is
   * queued, and it is sent again under the same id if the acknowledgement was lost.
   * @throws {LecternError} as {@link ImClient.send}.
   */
  sendCall(to: string, body: ConferenceBody): Promise<unknown>;
  /** Adds a listener for readable messages of calls, each once. */
  onCall(listener: (message: IncomingCallMessage) => void): Dispose;
  onState(listener: (state: ImState) => void): Dispose;
}

/** The port of a client. @throws {LecternError} reason `invalid-argument`, when the object is not a client. */
export function imPort(client: ImClient): ImPort {
  const port = (client as { readonly [IM_PORT]?: ImPort })[IM_PORT];
  if (!port) throw new LecternError('not an ImClient', { reason: 'invalid-argument' });
  return port;
}
