import { LecternError } from '../core/errors.js';

/** Address of a server: one of both is required. */
export interface ServerAddress {
  /** Base URL of the REST server, absolute or relative to the page. */
  readonly restUrl?: string | undefined;
  /** Hosts that know the REST hosts of an app key, queried in this order. */
  readonly hosts?: readonly string[] | undefined;
}

/**
 * No other host is contacted: it would receive tokens and passwords.
 *
 * @throws {LecternError} reason `invalid-argument` when neither is given
 */
export function requireServer({ restUrl, hosts }: ServerAddress): void {
  if (restUrl !== undefined || (hosts !== undefined && hosts.length > 0)) return;
  throw new LecternError('name the server: restUrl is its base URL, or hosts the hosts that know it', {
    reason: 'invalid-argument',
  });
}
