import { BlockList, isIP } from 'node:net';

const subnets = (type: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), type);
  }
  return list;
};

/** IANA's registry of special-purpose IPv4 addresses (RFC 6890 and successors), and multicast. */
const SPECIAL_IPV4 = subnets('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

/** All other addresses are special, unassigned, or embed IPv4 (v4-mapped, NAT64, site-local, link-local, multicast). */
const UNICAST_IPV6 = subnets('ipv6', ['2000::/3']);

/** Special-purpose networks within the global unicast addresses, including those that embed IPv4. */
const SPECIAL_IPV6 = subnets('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

/**
 * True if an address is not that of a host on the public internet. @param address IPv4 or IPv6; anything else counts as
 * special
 */
export function isSpecialUse(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return SPECIAL_IPV4.check(address, 'ipv4');
    case 6:
      return !UNICAST_IPV6.check(address, 'ipv6') || SPECIAL_IPV6.check(address, 'ipv6');
    default:
      return true;
  }
}
