import type { Dispose } from '../core/clock.js';
import type { Link } from '../link/link.js';
import type { JsonObject, RestMethod } from '../rest/index.js';
import type { Capability, EnterResponse, WireMessage } from '../protocol/index.js';
import { argumentError, type ConferenceContext } from './context.js';
import type { Conference, ConferenceTicket } from './types.js';

/**
 * Property under which a conference keeps its port: a plain name, so that other copies of the package in one program
 * find it.
 */
export const PORT = '~port';

/** Receives a push; `true` means that it was answered and is passed to no other handler. */
export type ServerMessageHandler = (message: WireMessage) => boolean | void;

export interface RestOptions {
  readonly method?: RestMethod;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Access of the package's other entries to a joined conference. Internal: applications use the entries, and this
 * interface may change with every version.
 */
export interface ConferencePort {
  /** Signalling, platform, store, members, streams and links. */
  readonly context: ConferenceContext;
  readonly ticket: ConferenceTicket;
  /** Newest role token: that of the ticket until op 412 brings another. */
  readonly roleToken: string | undefined;
  isGranted(capability: Capability): boolean;
  /** Newest answer to op 200. */
  entered(): EnterResponse | undefined;
  /** The link of a stream that is published or subscribed here. */
  linkOf(streamId: string): Link | undefined;
  /** Calls a path below the conference prefix, e.g. `kick/member`. */
  rest(path: string, body: JsonObject, options?: RestOptions): Promise<JsonObject>;
  /**
   * Adds a handler for pushes of an op, called after the conference has handled them; op 1001 stands for answers that
   * match no request. An op 1002 that no handler answers is refused with −507.
   */
  handle(op: number, handler: ServerMessageHandler): Dispose;
  /** Registers cleanup for the end of the conference; runs it at once if it has ended. */
  onClose(dispose: Dispose): void;
}

/** The port of a conference. @throws {LecternError} reason `invalid-argument`, when the object is not a conference. */
export function conferencePort(conference: Conference): ConferencePort {
  const port = (conference as { readonly [PORT]?: ConferencePort })[PORT];
  if (!port) throw argumentError('not a conference that an RtcClient has joined');
  return port;
}
