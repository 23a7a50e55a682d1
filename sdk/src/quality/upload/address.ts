import type { WireTicket } from '../../protocol/index.js';
import { resolveSocketUrl } from '../../signalling/url.js';

/** The parts of `org#app_user`. */
export function readMemName(memName: string): { readonly appKey: string; readonly user: string } {
  const [, appKey = '', user = memName] = /^([^#]*#[^_]*)_(.*)$/s.exec(memName) ?? [];
  return { appKey, user };
}

export interface AddressFacts {
  readonly ticket: WireTicket;
  readonly origin: string | undefined;
  readonly now: number;
  readonly token: string;
  /** Identifies this upload across all its sockets. */
  readonly uploadId: string;
}

/**
 * Address for records (spec §7): the ticket's address with the sender's identity. `ack` and `upId` are extensions,
 * which other servers ignore. @throws {LecternError} reason `protocol` for an invalid address.
 */
export function uploadAddress({ ticket, origin, now, token, uploadId }: AddressFacts): string {
  const { appKey, user } = readMemName(ticket.memName);
  const [orgName = '', appName = ''] = appKey.split('#');
  const query = new URLSearchParams({ orgName, appName, memName: user, ts: String(now), access_token: token });
  query.append('ack', '1');
  query.append('upId', uploadId);
  const url = resolveSocketUrl(ticket.qoeUpUrl ?? '', origin);
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
