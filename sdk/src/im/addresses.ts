import { IM_SOCKET_PATH, parseAddress } from '../im-protocol/index.js';
import { badParameter } from './errors.js';
import type { ImClientOptions } from './types.js';

/** Addresses of a server. */
export interface ImAddresses {
  /** ws or wss. */
  readonly socket: string;
  /** http or https, without a slash at its end. */
  readonly rest: string;
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');

/** @throws {LecternError} reason `invalid-argument`. */
export function addressesOf(
  { socketUrl, restUrl }: Pick<ImClientOptions, 'socketUrl' | 'restUrl'>,
  origin: string | undefined,
): ImAddresses {
  try {
    const rest = new URL(restUrl ?? socketUrl ?? '', origin);
    const socket = new URL(socketUrl ?? rest, origin);
    if ([rest, socket].every(({ protocol }) => /^(http|ws)s?:$/.test(protocol))) {
      const path = socketUrl === undefined ? trimmed(socket.pathname) + IM_SOCKET_PATH : socket.pathname;
      return {
        socket: `${socket.protocol.replace('http', 'ws')}//${socket.host}${path}`,
        rest: `${rest.protocol.replace('ws', 'http')}//${rest.host}${restUrl === undefined ? '' : trimmed(rest.pathname)}`,
      };
    }
  } catch {
    // Invalid URLs are reported below.
  }
  throw badParameter('name the server: restUrl (http, https) or socketUrl (ws, wss) must be a URL');
}

/** Resolves a name or an address to a plain name (spec: library §5). @throws {LecternError} for other applications. */
export function peerName(appKey: string, text: string): string {
  const address = parseAddress(text);
  if (address && address.appKey !== appKey) throw badParameter(`${text} is of another application than ${appKey}`);
  return address?.name ?? text;
}
