import { expect, test } from 'vitest';
import { withBitrates } from './codecs.js';
import { adjustSections, sourcesOf } from './sdp-sections.js';

const section = (kind: string, mid: string, ssrc: number): string =>
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\na=mid:${mid}\r\na=ssrc:${ssrc} cname:x\r\n`;

const SDP = `v=0\r\ns=-\r\n${section('audio', '0', 10)}${section('video', '1', 11)}${section('audio', '2', 12)}${section('video', '3', 13)}`;

test('an answer is changed for the stream of these sections alone, and stays in its order', () => {
  const adjusted = adjustSections(SDP, ['2', '3'], (sdp) => withBitrates(sdp, { video: 500 }));
  const lines = adjusted.split('\r\n').filter((line) => /^(v|m|b=AS|a=mid)/.test(line));
  expect(lines.map((line) => line.slice(0, 8))).toEqual([
    ...['v=0', 'm=audio ', 'a=mid:0', 'm=video ', 'a=mid:1'],
    ...['m=audio ', 'a=mid:2', 'm=video ', 'b=AS:500', 'a=mid:3'],
  ]);
  expect(adjustSections(SDP, ['2'], (sdp) => sdp)).toBe(SDP);
});

test('the sources of a stream are those of its sections', () => {
  expect(sourcesOf(SDP, ['2', '1'])).toEqual([11, 12]);
  expect(sourcesOf(SDP, [])).toEqual([]);
});
