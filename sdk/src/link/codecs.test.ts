import { describe, expect, it, test } from 'vitest';
import { choosePublishCodec, chooseSubscribeCodecs, orderCodecs, usedCodecs, withBitrates, withDtx } from './codecs.js';

describe('choosePublishCodec', () => {
  it.each([
    ['the first that all take', ['VP8', 'H264'], [['VP8', 'H264'], ['H264']], 'H264'],
    ['the first of the list when all take all', ['VP8', 'H264'], [['H264', 'VP8']], 'VP8'],
    ['the one that most take', ['VP8', 'H264', 'AV1'], [['H264'], ['H264'], ['AV1']], 'H264'],
    ['the first when nobody takes any', ['VP8', 'H264'], [[]], 'VP8'],
    ['the first when nobody is there', ['VP8'], [], 'VP8'],
    ['none of an empty list', [], [['VP8']], undefined],
  ])('takes %s', (_, preferred, members, expected) => {
    expect(choosePublishCodec(preferred, members)).toBe(expected);
  });
});

describe('chooseSubscribeCodecs', () => {
  it("takes the stream's first codec, else what both sides have in the own order", () => {
    expect(chooseSubscribeCodecs(['VP8', 'H264'], ['H264', 'VP8'], [])).toEqual(['H264']);
    expect(chooseSubscribeCodecs(['VP8', 'H264'], ['AV1'], ['H264', 'VP8'])).toEqual(['VP8', 'H264']);
    expect(chooseSubscribeCodecs(['VP8'], [], [])).toEqual([]);
  });
});

describe('orderCodecs', () => {
  it('moves the preferred to the front and keeps the rest in order', () => {
    const codecs = ['video/VP8', 'video/rtx', 'video/H264'].map((mimeType) => ({ mimeType, clockRate: 90_000 }));
    expect(orderCodecs(codecs, ['h264']).map(({ mimeType }) => mimeType)).toEqual([
      'video/H264',
      'video/VP8',
      'video/rtx',
    ]);
  });
});

describe('orderCodecs with several profiles of H264', () => {
  it('puts the one first that everybody has', () => {
    const codecs = ['42001f', '42e01f', '640c1f'].map((profile) => ({
      mimeType: 'video/H264',
      clockRate: 90_000,
      sdpFmtpLine: `packetization-mode=1;profile-level-id=${profile}`,
    }));
    const ordered = orderCodecs([{ mimeType: 'video/VP8', clockRate: 90_000 }, ...codecs], ['H264']);
    expect(ordered.map(({ sdpFmtpLine = 'VP8' }) => sdpFmtpLine.slice(-6))).toEqual([
      '42e01f',
      '42001f',
      '640c1f',
      'VP8',
    ]);
  });
});

describe('withBitrates', () => {
  it('replaces what a section says, and leaves the other alone', () => {
    const sdp = 'm=audio 9 X 111\nb=AS:1\na=x\nm=video 9 X 96\nc=IN IP4 0.0.0.0\na=y\n';
    expect(withBitrates(sdp, { audio: 32 })).toBe(
      sdp.replace('b=AS:1', 'b=AS:32\r\nb=TIAS:32000\r').replace('\r\na=x', '\r\na=x'),
    );
    expect(withBitrates(sdp, {})).toBe(sdp);
    expect(withBitrates(sdp, { video: 500 })).toContain('c=IN IP4 0.0.0.0\nb=AS:500\r\nb=TIAS:500000\r\na=y');
  });
});

describe('withDtx', () => {
  it('adds usedtx to the fmtp of Opus once, and to nothing else', () => {
    const sdp = 'a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10\r\na=fmtp:96 x=1\r\n';
    const expected = 'a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;usedtx=1\r\na=fmtp:96 x=1\r\n';
    expect(withDtx(sdp)).toBe(expected);
    expect(withDtx(expected)).toBe(expected);
    expect(withDtx('v=0')).toBe('v=0');
  });
});

test('a shared offer has the codecs of conferences alone, H264 as everybody has it', () => {
  const video = (name: string, sdpFmtpLine?: string): RTCRtpCodec => ({
    mimeType: `video/${name}`,
    clockRate: 90_000,
    ...(sdpFmtpLine !== undefined && { sdpFmtpLine }),
  });
  const common = video('H264', 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
  const odd = video('H264', 'packetization-mode=0;profile-level-id=42e01f');
  const [vp8, rtx, av1] = [video('VP8'), video('rtx'), video('AV1')];
  expect(usedCodecs([av1, vp8, rtx, odd, common])).toEqual([vp8, rtx, common]);
  expect(usedCodecs([odd, av1])).toEqual([odd]);
});
