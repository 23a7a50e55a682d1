import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LiveConfigError } from './config.js';
import { isSpecialUse } from './special-use.js';

/** Resolves a host name to its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Checked route to a host that may be pushed to. */
export interface PushRoute {
  /** The only addresses to connect to. Absent where any address of the host is allowed. */
  readonly addresses?: readonly string[];
}

/**
 * Decides on the targets of live outputs. A server that connects to any target that its users name can be turned
 * against its own network (server-side request forgery).
 */
export class PushPolicy {
  readonly #patterns: readonly string[];

  /**
   * @param hosts `*` for every public host, or host names and addresses; `*.example.com` includes all subdomains. Hosts
   * listed here may have addresses of this machine or its networks, those allowed by `*` alone may not.
   */
  constructor(
    readonly hosts: readonly string[],
    private readonly resolve: Resolve = systemResolve,
  ) {
    this.#patterns = hosts.map((host) => host.toLowerCase());
  }

  /** @throws {LiveConfigError} that describes the error in the URL or its host */
  async require(pushUrl: string): Promise<PushRoute> {
    const url = URL.canParse(pushUrl) ? new URL(pushUrl) : undefined;
    if (url === undefined || !/^rtmps?:$/.test(url.protocol) || url.hostname === '' || !url.pathname.startsWith('/')) {
      throw new LiveConfigError('liveCfg.cdn: must be an rtmp:// or rtmps:// URL such as rtmp://host/app/key');
    }
    // ffmpeg would parse text after a space or a control character as options of its own.
    if (!/^[\x21-\x7e]+$/.test(pushUrl)) {
      throw new LiveConfigError('liveCfg.cdn: must not have blanks or characters beyond ASCII; encode them');
    }
    const host = hostOf(url);
    if (this.#patterns.some((pattern) => pattern !== '*' && isCoveredBy(host, pattern))) return {};
    if (!this.#patterns.includes('*')) throw new LiveConfigError(`liveCfg.cdn: this server may not push to ${host}`);
    const addresses = isIP(host) === 0 ? await this.#lookUp(host) : [host];
    if (addresses.length === 0 || addresses.some(isSpecialUse)) {
      throw new LiveConfigError(
        `liveCfg.cdn: ${host} is inside this server's network; it may push to public hosts only`,
      );
    }
    return isIP(host) === 0 ? { addresses } : {};
  }

  async #lookUp(host: string): Promise<readonly string[]> {
    try {
      return await this.resolve(host);
    } catch {
      throw new LiveConfigError(`liveCfg.cdn: there is no host ${host}`);
    }
  }
}

const HOST_NAME_PATTERN = /^(?!-)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/;

/**
 * Canonical host of a push URL: lower case, no brackets, no trailing dot. `new URL` leaves hosts of the scheme `rtmp`
 * as they are, so that spellings which resolvers read as numbers (`0x7f.1`, `2130706433`) are refused here.
 */
function hostOf({ hostname }: URL): string {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return host;
  const lastLabel = host.slice(host.lastIndexOf('.') + 1);
  if (!HOST_NAME_PATTERN.test(host) || /^(?:\d+|0x[\da-f]*)$/.test(lastLabel)) {
    throw new LiveConfigError('liveCfg.cdn: the host must be a name, an IPv4 address such as 1.1.1.1, or [IPv6]');
  }
  return host;
}

function isCoveredBy(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
