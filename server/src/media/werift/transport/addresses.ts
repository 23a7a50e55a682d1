import { networkInterfaces } from 'node:os';

const LOOPBACK = '127.0.0.1';
/** RFC 8445 5.1.2.2. */
const HOST_TYPE_PREFERENCE = 126;

/**
 * Every IPv4 address at which a client may reach this host; loopback last, so that a machine without a network works.
 */
export function hostAddresses(interfaces: typeof networkInterfaces = networkInterfaces): string[] {
  const addresses = Object.values(interfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal && !entry.address.startsWith('169.254.'))
    .map((entry) => entry.address);
  return [...new Set([...addresses, LOOPBACK])];
}

/** Candidate attributes for one UDP socket that is reachable at several addresses, most preferred first. */
export function hostCandidates(addresses: readonly string[], port: number): string[] {
  return addresses.map((address, index) => {
    const priority = HOST_TYPE_PREFERENCE * 2 ** 24 + (0xffff - index) * 2 ** 8 + 255;
    return `candidate:${index + 1} 1 udp ${priority} ${address} ${port} typ host`;
  });
}
