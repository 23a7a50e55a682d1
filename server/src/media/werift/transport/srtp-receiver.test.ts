import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packetIndex, SrtpReceiver } from './srtp-receiver.js';

test('the index of a packet survives loss and disorder around a wrap', () => {
  const steps = fc.array(fc.integer({ min: -200, max: 20_000 }), { maxLength: 100 });
  fc.assert(
    fc.property(fc.nat(0xffff), steps, (first, all) => {
      let [index, newest] = [first, -1];
      for (const step of [0, ...all]) {
        index = Math.max(first, index + step);
        expect(packetIndex(newest, index & 0xffff)).toBe(index);
        newest = Math.max(newest, index);
      }
    }),
  );
});

test('a packet older than the first of all has no index', () => {
  expect(packetIndex(5, 65_534)).toBeLessThan(0);
});

/** A receiver whose packets are unencrypted, and fail authentication where marked as forged. */
function createReceiver(): SrtpReceiver {
  const decrypt = (data: Buffer): Buffer => {
    if (data.includes('forged')) throw new Error('the tag is wrong');
    return data;
  };
  return new SrtpReceiver({ tagBytes: 4, isTagBeforeIndex: true, decryptRtp: decrypt, decryptRtcp: decrypt });
}

function rtp(ssrc: number, sequence: number, content = 'sound'): Buffer {
  const data = Buffer.concat([Buffer.alloc(12), Buffer.from(`${content} tag`)]);
  data[0] = 0x80;
  data.writeUInt16BE(sequence, 2);
  data.writeUInt32BE(ssrc, 8);
  return data;
}

test('a packet is taken once, and a forged one uses up no number', () => {
  const receiver = createReceiver();
  const taken = [rtp(1, 7, 'forged'), rtp(1, 7), rtp(1, 7), rtp(2, 7), rtp(1, 6)];
  expect(taken.map((data) => receiver.openRtp(data) !== undefined)).toEqual([false, true, false, true, true]);
});

test('a compound packet is taken once for each sender', () => {
  const receiver = createReceiver();
  const rtcp = (ssrc: number, index: number): Buffer => {
    const data = Buffer.from('80c90001 00000000 00000000 00000000'.replaceAll(' ', ''), 'hex');
    data.writeUInt32BE(ssrc, 4);
    data.writeUInt32BE((0x8000_0000 | index) >>> 0, 12);
    return data;
  };
  const taken = [rtcp(1, 1), rtcp(1, 1), rtcp(2, 1), rtcp(1, 2)];
  expect(taken.map((data) => receiver.openRtcp(data) !== undefined)).toEqual([true, false, true, true]);
});
