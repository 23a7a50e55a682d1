import type { Dispose } from '../core/clock.js';
import type { Platform } from '../platform/types.js';
import type { ImClient } from './client.js';
import { ImErrorCode, imError } from './errors.js';
import type { Acknowledgement } from './outbox.js';
import type { ImState } from './states.js';

/** Where a client keeps its port: a plain name, so that copies of the package in one program find it. */
export const IM_PORT = '~port';

/** An item to one user; its payload is read by its namespace. */
export interface OutgoingMeta {
  readonly ns: number;
  /** Plain user name. */
  readonly to: string;
  readonly payload: Uint8Array;
}

/** An item that arrived. */
export interface IncomingMeta {
  /** The server's id: a decimal text. */
  readonly id: string;
  /** Plain user name, as the server says. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly payload: Uint8Array;
}

/**
 * How code in other entries of the package reaches a client's connection. Internal: applications have the client, and
 * this interface may change with every version.
 */
export interface ImPort {
  readonly platform: Platform;
  /** `org#app`. */
  readonly appKey: string;
  readonly username: string;
  /** Domain of users' addresses. */
  readonly domain: string;
  readonly state: ImState;
  /**
   * Sends an item; resolves when the server took it. While the connection is being restored it waits for the next one, and
   * goes out again under the same id where the acknowledgement was lost.
   * @throws {LecternError} as {@link ImClient.send}.
   */
  sendMeta(meta: OutgoingMeta): Promise<Acknowledgement>;
  /** Calls back with each item of a namespace, once; CHAT is the client's own. */
  onMeta(ns: number, listener: (meta: IncomingMeta) => void): Dispose;
  onState(listener: (state: ImState) => void): Dispose;
}

/** The port of a client. @throws {LecternError} reason `invalid-argument`, when it is none. */
export function imPort(client: ImClient): ImPort {
  const port = (client as { readonly [IM_PORT]?: ImPort })[IM_PORT];
  if (!port) throw imError('not an ImClient', 'invalid-argument', ImErrorCode.BadParameter);
  return port;
}
