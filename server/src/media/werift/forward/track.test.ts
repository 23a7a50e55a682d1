import { RtpHeader, RtpPacket } from 'werift';
import { beforeEach, describe, expect, test } from 'vitest';
import { vp8Payload } from '../testing/peers.js';
import { chromiumOffer } from '../testing/offers.js';
import { type AgreedCodec, choosePublished } from '../sdp/codecs.js';
import { parseOffer } from '../sdp/offer.js';
import { Feed } from './feed.js';
import { ForwardedTrack } from './track.js';

interface Sent {
  readonly ssrc: number;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly padding: boolean;
  readonly payload: Buffer;
}

function agreedVp8(): AgreedCodec {
  const section = parseOffer(chromiumOffer({ video: 'sendrecv' })).sections[0]!;
  return choosePublished(section, ['VP8'])!;
}

describe('a forwarded track', () => {
  let sent: Sent[];
  let feed: Feed;
  let track: ForwardedTrack;

  beforeEach(() => {
    sent = [];
    feed = new Feed('video', agreedVp8(), 2001, true);
    const names = { ssrc: 11, rtxSsrc: 12, cname: 'c', streamId: 's', trackId: 't' };
    track = new ForwardedTrack('video', agreedVp8(), names, () => ({
      sendRtp: ({ ssrc, payloadType, sequenceNumber, timestamp, padding }, payload) =>
        sent.push({ ssrc, payloadType, sequence: sequenceNumber, timestamp, padding, payload: Buffer.from(payload) }),
    }));
    track.setOn(true);
  });

  function receive(sequence: number, payload: Buffer, header: Partial<RtpHeader> = {}): void {
    const full = new RtpHeader({
      ssrc: 2001,
      payloadType: 96,
      sequenceNumber: sequence,
      timestamp: sequence * 10,
      ...header,
    });
    const packet = feed.receive(new RtpPacket(full, payload), 0);
    if (packet !== undefined) track.forward(feed, packet, feed.isKeyframe(packet), 0);
  }

  test('a paused one sends nothing but probes, and goes on with a keyframe', () => {
    receive(100, vp8Payload(true, 'key'));
    track.setPaused(true);
    receive(101, vp8Payload(true, 'unseen'));
    expect([sent.length, track.isOff, track.isWaiting]).toEqual([1, false, false]);
    expect(track.repeat(2)).toBe(true);
    expect(sent.slice(1).map(({ ssrc, payload }) => [ssrc, payload.subarray(4).toString()])).toEqual([
      [12, 'key'],
      [12, 'key'],
    ]);
    track.setPaused(false);
    receive(102, vp8Payload(false, 'undecodable'));
    expect([sent.length, track.isWaiting]).toEqual([3, true]);
    receive(103, vp8Payload(true, 'again'));
    expect(sent.at(-1)?.payload.subarray(2).toString()).toBe('again');
  });

  test('probes with its own packets for as long as nothing passes, and not while it is off', () => {
    receive(100, vp8Payload(true, 'key'));
    // The history holds two seconds: it is empty long before a network that carries nothing recovers.
    for (let sequence = 101; sequence < 2_000; sequence++) {
      feed.receive(
        new RtpPacket(
          new RtpHeader({ ssrc: 2001, payloadType: 96, sequenceNumber: sequence, timestamp: sequence * 10 }),
          vp8Payload(false, 'x'),
        ),
        0,
      );
    }
    expect(track.repeat(3)).toBe(true);
    expect(sent.filter(({ ssrc }) => ssrc === 12)).toHaveLength(3);
    track.setOn(false);
    expect(track.repeat(1)).toBe(false);
  });

  test('waits for a keyframe, keeps the distances, and carries its own names', () => {
    receive(99, vp8Payload(false, 'early'));
    receive(100, vp8Payload(true, 'key'));
    receive(102, vp8Payload(false, 'after a loss'));
    expect(sent.map(({ payload }) => payload.subarray(2).toString())).toEqual(['key', 'after a loss']);
    expect((sent[1]!.sequence - sent[0]!.sequence) & 0xffff).toBe(2);
    expect((sent[1]!.timestamp - sent[0]!.timestamp) >>> 0).toBe(20);
    expect(sent[0]).toMatchObject({ ssrc: 11, payloadType: 96 });
  });

  test('sends again what was lost, by retransmission format', () => {
    receive(100, vp8Payload(true, 'key'));
    receive(101, vp8Payload(false, 'lost'));
    const lost = sent[1]!;
    track.resend([lost.sequence, (lost.sequence + 1) & 0xffff], [feed]);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toMatchObject({ ssrc: 12, payloadType: 97, timestamp: lost.timestamp });
    expect(sent[2]!.payload.readUInt16BE(0)).toBe(lost.sequence);
    expect(sent[2]!.payload.subarray(2)).toEqual(lost.payload);
  });

  test('passes on what the publisher sent again, in its place, and once', () => {
    receive(100, vp8Payload(true, 'key'));
    receive(102, vp8Payload(false, 'later'));
    const original = Buffer.concat([Buffer.from([0, 101]), vp8Payload(false, 'again')]);
    receive(7, original, { ssrc: 2002, payloadType: 97, timestamp: 1_010 });
    receive(8, original, { ssrc: 2002, payloadType: 97, timestamp: 1_010 });
    expect(sent).toHaveLength(3);
    expect((sent[2]!.sequence - sent[0]!.sequence) & 0xffff).toBe(1);
    expect(feed.isChasing).toBe(false);
  });

  test('forwards padding as padding and never as a picture', () => {
    receive(100, vp8Payload(true, 'key'));
    receive(101, Buffer.alloc(0));
    expect(sent[1]).toMatchObject({ padding: true, payload: Buffer.from([1]) });
    receive(9, Buffer.alloc(0), { ssrc: 2002, payloadType: 97 });
    expect(sent).toHaveLength(2);
  });

  test('ignores a second stream while the first one lives', () => {
    receive(100, vp8Payload(true, 'key'));
    receive(500, vp8Payload(true, 'simulcast'), { ssrc: 3001 });
    expect(sent).toHaveLength(1);
  });

  test("maps the publisher's clock to its own numbers", () => {
    receive(100, vp8Payload(true, 'key'));
    expect(track.report(feed, 0)).toBeUndefined();
    const ntp = 0xe000_0000n << 32n;
    feed.senderReported(ntp, 1_000, 5_000);
    const report = track.report(feed, 5_500)!;
    expect(report.readUInt32BE(4)).toBe(11);
    // Half a second after the publisher's own report: half a second in its seconds, 45,000 in ticks of 90 kHz.
    expect(report.readBigUInt64BE(8) - ntp).toBe(1n << 31n);
    expect((report.readUInt32BE(16) - sent[0]!.timestamp) >>> 0).toBe(45_000);
    expect(track.report(feed, 6_000)).toBeUndefined();
  });
});
