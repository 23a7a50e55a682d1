import { RtpHeader, RtpPacket } from 'werift';
import { expect, test } from 'vitest';
import { choosePublished } from '../sdp/codecs.js';
import { parseOffer } from '../sdp/offer.js';
import { chromiumOffer } from '../testing/offers.js';
import { vp8Payload } from '../testing/peers.js';
import { Feed } from './feed.js';

test('a stream that follows another one may use its sequence numbers', () => {
  const [section] = parseOffer(chromiumOffer({ video: 'sendrecv' })).sections;
  const feed = new Feed('video', choosePublished(section!, ['VP8'])!, 2001, true);
  const receive = (ssrc: number, sequenceNumber: number, now: number): boolean => {
    const header = new RtpHeader({ ssrc, payloadType: 96, sequenceNumber, timestamp: now * 90 });
    return feed.receive(new RtpPacket(header, vp8Payload(true, 'key')), now) !== undefined;
  };
  expect([100, 101, 101].map((sequence) => receive(2001, sequence, 0))).toEqual([true, true, false]);
  expect([100, 101, 101].map((sequence) => receive(3001, sequence, 2_000))).toEqual([true, true, false]);
});
