import { describe, expect, test } from 'vitest';
import sdpTransform from 'sdp-transform';
import { systemClock } from '@lectern/kit/clock';
import { MediaError, type MediaKinds } from '../../engine.js';
import { Forwarder } from '../forward/forwarder.js';
import { chromiumOffer } from '../testing/offers.js';
import { parseOffer } from './offer.js';

const BOTH: MediaKinds = { audio: true, video: true };

/** Answers of a forwarder in this process; everything is closed after each. */
async function answers(publish: string, subscribe?: string, codecs = ['VP8', 'H264'], wanted = BOTH) {
  const addresses = (): string[] => ['203.0.113.5', '127.0.0.1'];
  const environment = {
    clock: systemClock,
    addresses,
    listenAddress: undefined,
    ports: undefined,
    log: () => undefined,
  };
  const forwarder = new Forwarder(environment, () => undefined);
  const ids = { roomId: 'r', sourceId: 'stream1' };
  try {
    const published = await forwarder.publish({ ...ids, transportId: 'p', offer: publish, videoCodecs: codecs }, 1);
    const subscribed =
      subscribe === undefined
        ? undefined
        : await forwarder.subscribe({ ...ids, transportId: 's', offer: subscribe, wanted }, 2);
    const text = (subscribed ?? published).answer;
    return { published, text, media: sdpTransform.parse(text).media, session: sdpTransform.parse(text) };
  } finally {
    await forwarder.close();
  }
}

describe('the answer to a publication', () => {
  test('receives both kinds, in the order of the offer, over one transport', async () => {
    const { published, media, session } = await answers(chromiumOffer({ audio: 'sendrecv', video: 'sendrecv' }));
    expect(published).toMatchObject({ kinds: BOTH, videoCodec: 'VP8' });
    expect(session.groups).toEqual([{ type: 'BUNDLE', mids: '0 1' }]);
    expect(media.map(({ type, direction, payloads }) => [type, direction, String(payloads)])).toEqual([
      ['audio', 'recvonly', '111'],
      ['video', 'recvonly', '96 97'],
    ]);
    expect(media[0]?.fmtp).toEqual([{ payload: 111, config: 'minptime=10;useinbandfec=1;usedtx=1' }]);
    expect(media[1]?.candidates?.map(({ ip }) => ip)).toEqual(['203.0.113.5', '127.0.0.1']);
    expect(media[1]?.rtcpFb?.map(({ type, subtype }) => [type, subtype].join(' ').trim())).toEqual([
      'transport-cc',
      'ccm fir',
      'nack',
      'nack pli',
    ]);
  });

  test('receives the layers of a picture that is offered in several sizes, and one of those that are not', async () => {
    const rid = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
    const layers = [`a=extmap:9 ${rid}`, 'a=rid:q send', 'a=rid:h send', 'a=rid:f send', 'a=simulcast:send q;h;f'];
    const offer = chromiumOffer({ audio: 'sendrecv', video: 'sendonly' });
    const { media } = await answers(`${offer}${layers.join('\r\n')}\r\n`);
    expect(media[1]?.simulcast).toEqual({ dir1: 'recv', list1: 'q;h;f' });
    expect(media[1]?.rids?.map(({ id, direction }) => [id, direction])).toEqual([
      ['q', 'recv'],
      ['h', 'recv'],
      ['f', 'recv'],
    ]);
    expect(media[1]?.ext).toContainEqual(expect.objectContaining({ value: 9, uri: rid }));
    expect((await answers(offer)).text).not.toContain('rid');
    const unnamed = await answers(`${offer}a=rid:q send\r\na=simulcast:send q;h;f\r\n`);
    expect(unnamed.text).not.toContain('simulcast');
  });

  test('takes the first codec of the m= line, H264 in the profile that all browsers have', async () => {
    const videoFormats = '106 107 96 97 102 103 104 105';
    const { published, media } = await answers(chromiumOffer({ audio: 'sendrecv', video: 'sendonly', videoFormats }));
    expect([published.videoCodec, media[1]?.payloads]).toEqual(['H264', '106 107']);
  });

  test('takes what the conference allows', async () => {
    const { published } = await answers(chromiumOffer({ audio: 'sendrecv', video: 'sendrecv' }), undefined, ['h264']);
    expect(published.videoCodec).toBe('H264');
  });

  test.each([
    ['without a camera', { audio: 'sendrecv', video: 'recvonly' }, { audio: true, video: false }],
    ['of a desktop without sound', { audio: 'recvonly', video: 'sendrecv' }, { audio: false, video: true }],
    ['of audio alone', { audio: 'sendrecv' }, { audio: true, video: false }],
    ['of video alone', { video: 'sendrecv' }, { audio: false, video: true }],
    ['with video first', { audio: 'sendrecv', video: 'sendrecv', isVideoFirst: true }, BOTH],
  ])('%s', async (_, shape, kinds) => {
    const { published, media } = await answers(chromiumOffer(shape));
    expect(published.kinds).toEqual(kinds);
    const directions = Object.fromEntries(media.map(({ type, direction }) => [type, direction]));
    if ('audio' in shape) expect(directions['audio']).toBe(kinds.audio ? 'recvonly' : 'inactive');
    if ('video' in shape) expect(directions['video']).toBe(kinds.video ? 'recvonly' : 'inactive');
    expect(media[0]?.type).toBe('isVideoFirst' in shape || !('audio' in shape) ? 'video' : 'audio');
  });
});

test.each([
  ['none', '0'],
  ['a rate beyond all numbers', '9'.repeat(400)],
])('sound with another clock rate than that of Opus is refused: %s', async (_, rate) => {
  const offer = chromiumOffer({ audio: 'sendrecv', video: 'sendrecv' }).replace('opus/48000', `opus/${rate}`);
  await expect(answers(offer)).rejects.toMatchObject({ reason: 'codec-unsupported' });
});

describe('the answer to a subscription', () => {
  const publication = chromiumOffer({ audio: 'sendrecv', video: 'sendrecv' });

  test('names the stream in each track (trap T13) and its sources', async () => {
    const { media, text } = await answers(publication, chromiumOffer({ audio: 'recvonly', video: 'recvonly' }));
    expect(media.map(({ direction, msid }) => [direction, msid])).toEqual([
      ['sendonly', [{ id: 'stream1', appdata: 'stream1-audio' }]],
      ['sendonly', [{ id: 'stream1', appdata: 'stream1-video' }]],
    ]);
    expect(media[1]?.ssrcGroups?.[0]?.semantics).toBe('FID');
    expect(text).toContain('a=msid-semantic: WMS stream1');
  });

  test('gives no video to who offers to send it (wire-conference 3.1)', async () => {
    const { media } = await answers(publication, chromiumOffer({ audio: 'recvonly', video: 'sendonly' }));
    expect(media.map(({ direction }) => direction)).toEqual(['sendonly', 'inactive']);
    expect(media[1]?.msid).toBeUndefined();
  });

  test('uses the codec of the source, in the same profile', async () => {
    const first = chromiumOffer({ audio: 'sendrecv', video: 'sendrecv', videoFormats: '106 107 96 97' });
    const { media } = await answers(first, chromiumOffer({ audio: 'recvonly', video: 'recvonly' }));
    expect(media[1]?.payloads).toBe('106 107');
  });

  test('is refused where the offer lacks the codec', async () => {
    const subscription = chromiumOffer({ audio: 'recvonly', video: 'recvonly', videoFormats: '106 107' });
    await expect(answers(publication, subscription)).rejects.toMatchObject({ reason: 'codec-unsupported' });
  });

  test('leaves a kind that the source has not alone', async () => {
    const { media } = await answers(
      chromiumOffer({ audio: 'sendrecv', video: 'recvonly' }),
      chromiumOffer({ audio: 'recvonly', video: 'recvonly' }),
    );
    expect(media.map(({ direction }) => direction)).toEqual(['sendonly', 'inactive']);
  });
});

test('an offer of several sections without a BUNDLE group is refused', async () => {
  const offer = chromiumOffer({ audio: 'sendrecv', video: 'sendrecv' }).replace(/a=group.*\r\n/, '');
  const result = answers(offer);
  await expect(result).rejects.toBeInstanceOf(MediaError);
  await expect(result).rejects.toMatchObject({ reason: 'bad-sdp' });
});

test('an offer that repeats itself is read once, so that nobody keeps the worker busy with one', () => {
  const formats = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? '96' : '096')).join(' ');
  const feedback = Array.from({ length: 2_000 }, (_, index) => `a=rtcp-fb:* x${index}\r\n`).join('');
  const offer = chromiumOffer({ video: 'sendrecv', videoFormats: formats }) + feedback;
  const [section] = parseOffer(offer).sections;
  expect(section?.codecs).toHaveLength(1);
  expect(section?.codecs[0]?.feedback).toContain('nack pli');
  expect(section?.codecs[0]?.feedback.size).toBeLessThanOrEqual(32);
});

test('an offer of tens of thousands of lines is refused unread', () => {
  const offer = chromiumOffer({ audio: 'sendrecv' }) + 'a=x\r\n'.repeat(15_000);
  expect(() => parseOffer(offer)).toThrow(/more than 4000 lines/);
});
