import { describe, expect, it } from 'vitest';
import { outletArguments } from './outlet-arguments.js';

const ADDRESSES = ['203.0.113.9', '2001:db8::9'];
const push = (url: string, addresses: readonly string[] | undefined = ADDRESSES, attempt = 0): string[] => {
  const args = outletArguments({ kind: 'rtmp', url }, addresses ? { addresses } : {}, attempt);
  return args.slice(args.indexOf('-rw_timeout') + 2);
};

describe('where ffmpeg pushes to', () => {
  it('is an address that was checked, each in its turn, and the name is said all the same', () => {
    const said = ['-rtmp_tcurl', 'rtmp://live.example.com:1935/app'];
    expect(push('rtmp://live.example.com/app/key?secret=1')).toEqual([...said, 'rtmp://203.0.113.9/app/key?secret=1']);
    expect(push('rtmp://live.example.com/app/key', ADDRESSES, 1)).toEqual([...said, 'rtmp://[2001:db8::9]/app/key']);
    expect(push('rtmp://live.example.com/app/key', ADDRESSES, 2).at(-1)).toBe('rtmp://203.0.113.9/app/key');
  });

  it('keeps port, user and an application of two parts', () => {
    expect(push('rtmp://ann:pass@live.example.com:1936/live/room/key')).toEqual([
      '-rtmp_tcurl',
      'rtmp://live.example.com:1936/live/room',
      'rtmp://ann:pass@203.0.113.9:1936/live/room/key',
    ]);
    expect(push('rtmp://live.example.com/app/mp4:some/key')[1]).toBe('rtmp://live.example.com:1935/app');
    expect(push('rtmp://live.example.com/app')[1]).toBe('rtmp://live.example.com:1935/app');
  });

  it('is the name over TLS, which has to be proved', () => {
    const url = 'rtmps://live.example.com:443/app/key';
    expect(push(url)).toEqual(['-tls_verify', '1', url]);
  });

  it('is as it was given where the operator has named it', () => {
    for (const url of ['rtmp://media.internal/app/key', 'rtmps://media.internal/app/key']) {
      expect(push(url, [])).toEqual([url]);
    }
  });
});
