import fc from 'fast-check';
import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, clientAddress, networkOf } from './addresses.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is the same for all addresses of a /64, however they are written, and another for the next one', () => {
    const group = fc.integer({ min: 1, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), group, group, (groups, other, host) => {
        const written = groups.map((number) => number.toString(16));
        const padded = groups.map((number) => number.toString(16).padStart(4, '0').toUpperCase());
        const network = written.slice(0, 4).join(':');
        const short = `${network}::${host.toString(16)}`;
        expect(networkOf(written.join(':'))).toBe(`${network}::/64`);
        expect(networkOf(padded.join(':'))).toBe(`${network}::/64`);
        expect(isIPv6(short) && networkOf(short)).toBe(`${network}::/64`);
        if (other !== groups[3]) {
          expect(networkOf([...written.slice(0, 3), other.toString(16), '', '1'].join(':'))).not.toBe(
            `${network}::/64`,
          );
        }
      }),
    );
  });
});

describe('the address of a client', () => {
  const request = (remoteAddress: string | undefined, forwarded?: string) => ({
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    socket: { remoteAddress },
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ])('is that of its socket: %s', (remote, expected) => {
    expect(clientAddress(request(remote, '198.51.100.1'), false)).toBe(expected);
  });

  it('is named by the proxy where one is trusted, by its own entry and not by what the client wrote', () => {
    expect(clientAddress(request('10.0.0.1', '198.51.100.1, ::ffff:203.0.113.9'), true)).toBe('203.0.113.9');
    expect(clientAddress(request('10.0.0.1'), true)).toBe('10.0.0.1');
    expect(clientAddress(request('10.0.0.1', '198.51.100.1, '), true)).toBe('10.0.0.1');
  });

  it('is empty where the socket has closed already', () => {
    expect(clientAddress(request(undefined), false)).toBe('');
  });

  it('stays as it is written where it is no mapped IPv4 address', () => {
    expect(['2001:DB8::1', '192.0.2.7', 'unix'].map(canonicalAddress)).toEqual(['2001:DB8::1', '192.0.2.7', 'unix']);
  });
});
