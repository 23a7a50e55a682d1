import { describe, expect, test } from 'vitest';
import { PushPolicy } from './push-policy.js';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'live.example.com': ['1.1.1.1', '2606:4700:4700::1111'],
  'inside.example.com': ['1.1.1.1', '10.1.2.3'],
  'nothing.example.com': [],
  localhost: ['127.0.0.1'],
  'six.example.com': ['::ffff:127.0.0.1'],
};
const resolve = async (host: string): Promise<readonly string[]> => {
  const found = ADDRESSES[host];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found;
};
const policy = (...hosts: string[]) => new PushPolicy(hosts, resolve);

describe('where may be pushed to', () => {
  test('every public host', async () => {
    for (const host of ['live.example.com', 'LIVE.example.com', 'live.example.com.']) {
      await expect(policy('*').require(`rtmp://${host}/app/key?secret=1`)).resolves.toEqual({
        addresses: ['1.1.1.1', '2606:4700:4700::1111'],
      });
    }
    await expect(policy('*').require('rtmps://1.1.1.1:443/app/key')).resolves.toEqual({});
    await expect(policy('*').require('rtmp://[2606:4700:4700::1111]/app/key')).resolves.toEqual({});
  });

  test.each([
    ['this machine', 'rtmp://127.0.0.1/app/key'],
    ['its networks', 'rtmp://192.168.1.1/app'],
    ['the metadata service', 'rtmp://169.254.169.254/latest'],
    ['this machine in IPv6', 'rtmp://[::1]/app'],
    ['this machine in IPv6 that means IPv4', 'rtmp://[::ffff:127.0.0.1]/app'],
    ['this machine in IPv6 that meant IPv4 once', 'rtmp://[::127.0.0.1]/app'],
    ['its networks through a translator', 'rtmp://[64:ff9b::10.0.0.1]/app'],
    ['its networks through a tunnel', 'rtmp://[2002:a00:1::1]/app'],
    ['this machine behind a name before the @', 'rtmp://live.example.com@127.0.0.1/app'],
    ['a name with one address inside', 'rtmp://inside.example.com/app'],
    ['a name that means this machine', 'rtmp://six.example.com/app'],
    ['this machine by its name, with a trailing dot', 'rtmp://localhost./app'],
    ['this machine by its number, with a trailing dot', 'rtmp://127.0.0.1./app'],
    ['carrier-grade NAT', 'rtmp://100.64.0.1/app'],
    ['a documentation address', 'rtmp://203.0.113.9/app'],
    ['a site-local address', 'rtmp://[fec0::1]/app'],
    ['a name without addresses', 'rtmp://nothing.example.com/app'],
    ['this machine before a fragment that names another host', 'rtmp://127.0.0.1/app#@live.example.com/app'],
    ['this machine behind a backslash', 'rtmp://live.example.com\\@127.0.0.1/app'],
  ])('not %s', async (_what, url) => {
    await expect(policy('*').require(url)).rejects.toThrow(/inside this server's network|no host/);
  });

  test('what is named, and then also this machine; nothing else', async () => {
    const named = policy('127.0.0.1', '*.example.com');
    await named.require('rtmp://127.0.0.1:1935/live/key');
    await expect(named.require('rtmp://inside.example.com/app')).resolves.toEqual({});
    await expect(named.require('rtmp://1.1.1.1/app')).rejects.toThrow(/may not push to 1.1.1.1/);
    await expect(named.require('rtmp://LIVE.example.com./app')).resolves.toEqual({});
    await expect(named.require('rtmp://badexample.com/app')).rejects.toThrow(/may not push/);
  });

  test.each([
    ['another protocol', 'http://live.example.com/app'],
    ['a file', 'file:///etc/passwd'],
    ['no URL', 'live.example.com'],
    ['more than a URL', 'rtmp://live.example.com/app live=1'],
    ['no path', 'rtmp://live.example.com#@127.0.0.1/app'],
    ['letters beyond ASCII', 'rtmp://lïve.example.com/app'],
    ['digits beyond ASCII', 'rtmp://①②⑦.0.0.1/app'],
  ])('not %s', async (_what, url) => {
    await expect(policy('*').require(url)).rejects.toThrow(/liveCfg.cdn: must/);
  });

  test.each([
    'rtmp://2130706433/app',
    'rtmp://0x7f000001/app',
    'rtmp://0x7f.1/app',
    'rtmp://0177.0.0.1/app',
    'rtmp://017700000001/app',
    'rtmp://127.1/app',
    'rtmp://127.0.0.1.0x1/app',
    'rtmp://%31%32%37.0.0.1/app',
    'rtmp://127。0。0。1/app',
    'rtmp://127.0.0.1%00.example.com/app',
    'rtmp://.example.com/app',
    'rtmp://live..example.com/app',
    'rtmp://-listen/app',
    'rtmp://a,b/app',
    'rtmp://[fe80::1%25eth0]/app',
  ])('not a host that resolvers may read otherwise: %s', async (url) => {
    await expect(policy('*').require(url)).rejects.toThrow(/liveCfg.cdn: (the host )?must/);
    await expect(policy('127.0.0.1', 'example.com').require(url)).rejects.toThrow(/liveCfg.cdn: (the host )?must/);
  });

  test('not a host that does not exist', async () => {
    await expect(policy('*').require('rtmp://nowhere.example.com/app')).rejects.toThrow(/no host nowhere.example.com/);
  });
});
