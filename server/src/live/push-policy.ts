import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { LiveConfigError } from './config.js';

/** Resolves a host name to its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** How a host that may be pushed to is reached. */
export interface PushRoute {
  /** The addresses that were checked, and no other ones. Absent where any that it has will do. */
  readonly addresses?: readonly string[];
}

/** Addresses that are nobody's business outside: this machine, its networks, multicast. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, prefix, 'ipv4');
}
// What comes out elsewhere as IPv4 (translators and tunnels) is taken for inside altogether.
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inner.addSubnet(network, prefix, 'ipv6');
}

function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return inner.check(mapped, 'ipv4');
  return inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Where a live output may be pushed to. A server that connects to wherever its users say can be turned against its own
 * network (server-side request forgery).
 */
export class PushPolicy {
  readonly #patterns: readonly string[];

  /**
   * @param hosts `*` for every public host, or host names and addresses; `*.example.com` stands for all below it. Hosts
   *   named here may have addresses of this machine or its networks, those that `*` alone lets through may not.
   */
  constructor(
    readonly hosts: readonly string[],
    private readonly resolve: Resolve = systemResolve,
  ) {
    this.#patterns = hosts.map((host) => host.toLowerCase());
  }

  /** @throws {LiveConfigError} that says what is wrong with the URL or its host */
  async require(pushUrl: string): Promise<PushRoute> {
    const url = URL.canParse(pushUrl) ? new URL(pushUrl) : undefined;
    if (url === undefined || !/^rtmps?:$/.test(url.protocol) || url.hostname === '') {
      throw new LiveConfigError('liveCfg.cdn: must be an rtmp:// or rtmps:// URL');
    }
    // What follows a blank or a control character, ffmpeg would read as options of its own.
    if (!/^[\x21-\x7e]+$/.test(pushUrl)) {
      throw new LiveConfigError('liveCfg.cdn: must not have blanks or characters beyond ASCII; encode them');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    if (this.#patterns.some((pattern) => pattern !== '*' && isCoveredBy(host, pattern))) return {};
    if (!this.#patterns.includes('*')) throw new LiveConfigError(`liveCfg.cdn: this server may not push to ${host}`);
    const addresses = isIP(host) === 0 ? await this.#lookUp(host) : [host];
    if (addresses.some(isInner)) {
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

function isCoveredBy(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
