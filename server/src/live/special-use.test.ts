import { describe, expect, it } from 'vitest';
import { isSpecialUse } from './special-use.js';

describe('addresses of special use', () => {
  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private networks of class A', '10.0.0.0', '10.255.255.255'],
    ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.255.255.255'],
    ['link-local addresses', '169.254.0.0', '169.254.255.255'],
    ['private networks of class B', '172.16.0.0', '172.31.255.255'],
    ['protocol assignments', '192.0.0.0', '192.0.0.255'],
    ['documentation 1', '192.0.2.0', '192.0.2.255'],
    ['AS112', '192.31.196.0', '192.31.196.255'],
    ['multicast tunnelling', '192.52.193.0', '192.52.193.255'],
    ['relays of 6to4', '192.88.99.0', '192.88.99.255'],
    ['private networks of class C', '192.168.0.0', '192.168.255.255'],
    ['AS112 by delegation', '192.175.48.0', '192.175.48.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['documentation 2', '198.51.100.0', '198.51.100.255'],
    ['documentation 3', '203.0.113.0', '203.0.113.255'],
    ['multicast and reserved', '224.0.0.0', '255.255.255.255'],
    ['unspecified, loopback and v4-compatible IPv6', '::', '::ffff:ffff'],
    ['v4-mapped', '::ffff:0:0', '::ffff:255.255.255.255'],
    ['v4-mapped of a public address', '::ffff:8.8.8.8', '::ffff:808:808'],
    ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discarded', '100::', '100::ffff:ffff:ffff:ffff'],
    ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarks in IPv6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation in IPv6', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4 of a private address', '2002:a00:1::1', '2002:c0a8:101::1'],
    ['AS112 in IPv6', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['documentation, the newer one', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local in IPv6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast in IPv6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local with a zone', 'fe80::1%eth0', 'fe80::1%1'],
    ['no address', '', 'localhost'],
    ['other spellings of IPv4', '0x7f.1', '2130706433'],
  ])('are %s', (_what, first, last) => {
    expect([isSpecialUse(first), isSpecialUse(last)]).toEqual([true, true]);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db9::',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '3ffe::1',
  ])('are not %s', (address) => {
    expect(isSpecialUse(address)).toBe(false);
  });
});
