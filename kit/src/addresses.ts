import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 address that form the network: a household has all addresses below. */
const NETWORK_GROUPS = 4;
const HEX = 16;

/** Converts the last four bytes of an IPv6 address from dotted IPv4 notation to two groups. */
function withoutDots(group: string): string[] {
  if (!group.includes('.')) return [group];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [((a << 8) | b).toString(HEX), ((c << 8) | d).toString(HEX)];
}

/** The eight groups of a valid IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').flatMap(withoutDots)));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, HEX));
}

/** IPv4 address in an IPv6 address of `::ffff:0:0/96`; undefined for other addresses. */
function mappedIpv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(-2);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}

/**
 * Canonical form of an address for counting and display: an IPv4 address in IPv6 notation (`::ffff:192.0.2.7`, as
 * reported by sockets that listen on both families) becomes IPv4; any other text is returned unchanged.
 */
export function canonicalAddress(address: string): string {
  return (isIPv6(address) && !address.includes('%') ? mappedIpv4(groupsOf(address)) : undefined) ?? address;
}

/**
 * Network to which rate limits count an address: an IPv4 address itself, of an IPv6 address its /64 network. One
 * household has all addresses of a /64, and could otherwise reset its limits with each of them.
 *
 * @returns the text itself if it is not an address
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain) || !isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(HEX));
  return mappedIpv4(groups) ?? `${network.join(':')}::/64`;
}

/**
 * Address of the client of a request.
 *
 * @param trustProxy whether a proxy in front names the client; its own entry in `X-Forwarded-For`, the last one,
 * counts, since the client itself may have written the others
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? String(request.headers['x-forwarded-for'] ?? '').split(',') : [];
  return canonicalAddress(forwarded.at(-1)?.trim() || request.socket.remoteAddress || '');
}
