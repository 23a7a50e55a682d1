import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import { ffmpeg, probe } from '../../media/recorder/testing/ffmpeg.js';
import { FfmpegChild } from './child.js';
import { addressOf, outletArguments, PLAYLIST, type Connection } from './outlet-arguments.js';

const push = (url: string, connection: Connection = { address: '203.0.113.9' }): string[] => {
  const args = outletArguments({ kind: 'rtmp', url }, connection);
  return args.slice(args.indexOf('-rw_timeout') + 2);
};

describe('where ffmpeg pushes to', () => {
  it('is an address that was checked, and the name is said all the same', () => {
    const said = ['-rtmp_tcurl', 'rtmp://live.example.com:1935/app'];
    expect(push('rtmp://live.example.com/app/key?secret=1')).toEqual([...said, 'rtmp://203.0.113.9/app/key?secret=1']);
    const six = push('rtmp://live.example.com/app/key', { address: '2001:db8::9' });
    expect(six).toEqual([...said, 'rtmp://[2001:db8::9]/app/key']);
  });

  it('is each of the addresses in its turn', () => {
    const addresses = ['203.0.113.9', '2001:db8::9'];
    expect([0, 1, 2].map((attempt) => addressOf({ addresses }, attempt))).toEqual([...addresses, addresses[0]]);
    expect(addressOf({}, 1)).toBeUndefined();
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

  it('is the name over TLS, through the proxy that knows the address, and has to be proved', () => {
    const url = 'rtmps://live.example.com:443/app/key';
    const proxyUrl = 'http://127.0.0.1:4000';
    expect(push(url, { address: '203.0.113.9', proxyUrl })).toEqual(['-tls_verify', '1', '-http_proxy', proxyUrl, url]);
    expect(() => push(url)).toThrow(/needs a proxy/);
  });

  it('is as it was given where the operator has named it', () => {
    for (const url of [
      'rtmp://media.internal/app/key',
      'rtmps://media.internal/app/key#1',
      'rtmp://[::1]:1936/app/key',
    ]) {
      expect(push(url, {})).toEqual([url]);
    }
  });
});

/** Four and a half seconds as the encoder sends them, with a keyframe every two seconds. */
const ENCODED = [
  ...['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=4.5', '-f', 'lavfi', '-i', 'sine=duration=4.5'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-g', '20'],
  ...['-sc_threshold', '0', '-c:a', 'aac', '-f', 'mpegts', 'pipe:1'],
];

it('a segment is written as soon as it is complete: ffmpeg does not watch the stream for longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-outlet-'));
  const outlet = new FfmpegChild('ffmpeg', outletArguments({ kind: 'hls', folder }, {}), systemClock, {
    output: () => undefined,
    exit: () => undefined,
  });
  try {
    // Its input does not end, so that it cannot conclude that there is no more to analyze.
    outlet.write(await ffmpeg(...ENCODED));
    await expect.poll(() => existsSync(join(folder, PLAYLIST))).toBe(true);
    expect((await probe(join(folder, 'segment0.ts'))).streams).toMatchObject([
      { codec_name: 'h264', width: 160, height: 90 },
      { codec_name: 'aac', sample_rate: '44100' },
    ]);
  } finally {
    outlet.kill();
    await outlet.exited;
    rmSync(folder, { recursive: true, force: true });
  }
});
