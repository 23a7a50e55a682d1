import { LecternError } from '../core/errors.js';
import type { Snapshots } from '../core/snapshot.js';
import type { ConferenceDependencies } from '../conference/conference.js';
import { PORT } from '../conference/port.js';
import type { ConferenceTicket, JoinOptions } from '../conference/types.js';
import type { Platform } from '../platform/types.js';
import type { Credentials, RestClient } from '../rest/index.js';
import type { RtcClient } from './client.js';

/** What a client joins: a conference, or a call over the same signalling. */
export interface Joinable {
  /** The `confrId`. */
  readonly id: string;
  /** It is over in the state `left`. */
  readonly state: Snapshots<{ readonly state: string }>;
  /** Resolves when everything is released; undefined while it goes on. */
  readonly released: Promise<void> | undefined;
  /** What joining waits for after the enter, if anything. */
  readonly ready?: Promise<unknown> | undefined;
  leave(): Promise<void>;
  /** It has been joined, and its caller gets it now. */
  begin?(): void;
}

export type JoinableFactory<T extends Joinable> = (dependencies: ConferenceDependencies) => T;

export type TicketSource = (signal: AbortSignal) => Promise<ConferenceTicket>;

/** How code in other entries of the package reaches a client. Internal, as the port of conferences is. */
export interface ClientPort {
  readonly platform: Platform;
  readonly rest: RestClient;
  credentials(): Credentials;
  /** Enters with a ticket, after the joins before it; only one conference or call goes on at a time (spec §4). */
  join<T extends Joinable>(options: JoinOptions, getTicket: TicketSource, create: JoinableFactory<T>): Promise<T>;
}

/** The port of a client. @throws {LecternError} reason `invalid-argument`, when it is none of this package. */
export function clientPort(client: RtcClient): ClientPort {
  const port = (client as { readonly [PORT]?: ClientPort })[PORT];
  if (!port) throw new LecternError('not an RtcClient', { reason: 'invalid-argument' });
  return port;
}
