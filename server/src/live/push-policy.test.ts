import { describe, expect, test } from 'vitest';
import { PushPolicy } from './push-policy.js';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'live.example.com': ['203.0.113.9'],
  'inside.example.com': ['203.0.113.9', '10.1.2.3'],
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
    await expect(policy('*').require('rtmp://live.example.com/app/key?secret=1')).resolves.toEqual({
      addresses: ['203.0.113.9'],
    });
    await expect(policy('*').require('rtmps://203.0.113.9:443/app/key')).resolves.toEqual({});
  });

  test.each([
    ['this machine', 'rtmp://127.0.0.1/app/key'],
    ['this machine by another number', 'rtmp://2130706433/app/key'],
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
  ])('not %s', async (_what, url) => {
    await expect(policy('*').require(url)).rejects.toThrow(/inside this server's network|no host/);
  });

  test('what is named, and then also this machine; nothing else', async () => {
    const named = policy('127.0.0.1', '*.example.com');
    await named.require('rtmp://127.0.0.1:1935/live/key');
    await expect(named.require('rtmp://inside.example.com/app')).resolves.toEqual({});
    await expect(named.require('rtmp://203.0.113.9/app')).rejects.toThrow(/may not push to 203.0.113.9/);
    await expect(named.require('rtmp://badexample.com/app')).rejects.toThrow(/may not push/);
  });

  test.each([
    ['another protocol', 'http://live.example.com/app'],
    ['a file', 'file:///etc/passwd'],
    ['no URL', 'live.example.com'],
    ['more than a URL', 'rtmp://live.example.com/app live=1'],
  ])('not %s', async (_what, url) => {
    await expect(policy('*').require(url)).rejects.toThrow(/liveCfg.cdn: must/);
  });

  test('not a host that does not exist', async () => {
    await expect(policy('*').require('rtmp://nowhere.example.com/app')).rejects.toThrow(/no host nowhere.example.com/);
  });
});
