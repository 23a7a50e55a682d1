import { describe, expect, it } from 'vitest';
import { choosePublishCodec, chooseSubscribeCodecs, orderCodecs, withDtx } from './codecs.js';

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

describe('withDtx', () => {
  it('adds usedtx to the fmtp of Opus once, and to nothing else', () => {
    const sdp = 'a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10\r\na=fmtp:96 x=1\r\n';
    const expected = 'a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;usedtx=1\r\na=fmtp:96 x=1\r\n';
    expect(withDtx(sdp)).toBe(expected);
    expect(withDtx(expected)).toBe(expected);
    expect(withDtx('v=0')).toBe('v=0');
  });
});
