import { isIPv6 } from 'node:net';

/** Of the eight groups of an address, those that name a network: a household has all addresses below. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Who is counted for an address: itself, or its network where one household has as many addresses as it likes, each of
 * which would begin to count anew.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [before = '', after] = plain.toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
