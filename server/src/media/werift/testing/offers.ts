/** Offers as written by browsers and old clients, shortened to the relevant parts. */

const HEAD = ['v=0', 'o=- 4611731400430051336 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=extmap-allow-mixed'];
const TRANSPORT = [
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:Zv2k',
  'a=ice-pwd:2nQd5X0m5Kq8h0b1w4f9c6Jt',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(':')}`,
  'a=setup:actpass',
];
const TRANSPORT_CC = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

const videoCodec = (payloadType: number, name: string, rtx: number, format?: string): string[] => [
  `a=rtpmap:${payloadType} ${name}/90000`,
  ...['goog-remb', 'transport-cc', 'ccm fir', 'nack', 'nack pli'].map((type) => `a=rtcp-fb:${payloadType} ${type}`),
  ...(format === undefined ? [] : [`a=fmtp:${payloadType} ${format}`]),
  `a=rtpmap:${rtx} rtx/90000`,
  `a=fmtp:${rtx} apt=${payloadType}`,
];

const h264 = (profile: string, mode: number): string =>
  `level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`;

export interface OfferShape {
  readonly audio?: string;
  readonly video?: string;
  readonly isVideoFirst?: boolean;
  /** The formats of the m=video line. */
  readonly videoFormats?: string;
}

/** Chromium's offer; directions by kind, a kind without one is not offered. */
export function chromiumOffer(shape: OfferShape): string {
  const { audio, video, isVideoFirst = false, videoFormats = '96 97 102 103 104 105 106 107 116 117' } = shape;
  const audioSection = (mid: number): string[] => [
    // 13 and 126 have lost their rtpmap lines to an old client (trap T21).
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 126',
    ...TRANSPORT,
    `a=mid:${mid}`,
    `a=extmap:3 ${TRANSPORT_CC}`,
    'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
    `a=${audio}`,
    'a=msid:stream audio-track',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    'a=rtpmap:111 opus/48000/2',
    'a=rtcp-fb:111 transport-cc',
    'a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1',
    'a=rtpmap:63 red/48000/2',
    'a=fmtp:63 111/111',
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=ssrc:1001 cname:c',
  ];
  const videoSection = (mid: number): string[] => [
    `m=video 9 UDP/TLS/RTP/SAVPF ${videoFormats}`,
    ...TRANSPORT,
    `a=mid:${mid}`,
    `a=extmap:3 ${TRANSPORT_CC}`,
    `a=${video}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...videoCodec(96, 'VP8', 97),
    ...videoCodec(102, 'H264', 103, h264('42001f', 1)),
    ...videoCodec(104, 'H264', 105, h264('42e01f', 0)),
    ...videoCodec(106, 'H264', 107, h264('42e01f', 1)),
    'a=rtpmap:116 red/90000',
    'a=rtpmap:117 ulpfec/90000',
    'a=ssrc-group:FID 2001 2002',
    'a=ssrc:2001 cname:c',
    'a=ssrc:2002 cname:c',
  ];
  const writers = [audio === undefined ? [] : [audioSection], video === undefined ? [] : [videoSection]].flat();
  if (isVideoFirst) writers.reverse();
  const group = `a=group:BUNDLE ${writers.map((_, mid) => mid).join(' ')}`;
  return [...HEAD, group, ...writers.flatMap((write, mid) => write(mid)), ''].join('\r\n');
}
