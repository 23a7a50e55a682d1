import { describe, expect, test } from 'vitest';
import { classify, MAX_DATAGRAM_BYTES } from './classify.js';
import { readDtlsRecords } from './dtls.js';
import { isSrtcp, readRtcp } from './rtcp.js';
import { readRtp, readSrtpHeader } from './rtp.js';
import { readStun } from './stun.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Length fields and counts at their limit, and one beyond it. */

describe('a datagram', () => {
  test.each([
    [12, 'rtp'],
    [MAX_DATAGRAM_BYTES, 'rtp'],
    [11, undefined],
    [MAX_DATAGRAM_BYTES + 1, undefined],
  ])('of %i bytes is %s', (bytes, kind) => {
    expect(classify(Buffer.alloc(bytes, 0x80))).toBe(kind);
  });
});

describe('an RTP packet', () => {
  const header = 'a060 0001 00000001 00000001';

  test.each([
    ['is no more than its payload', `${header} 414102`, 1],
    ['is all of its payload', `${header} 414103`, 0],
  ])('may have padding that %s', (_, packet, payload) => {
    expect(readRtp(hex(packet))?.payload).toHaveLength(payload);
  });

  test.each([
    ['reaches into its header', `${header} 414104`],
    ['is longer than itself', `${header} 4141ff`],
    ['is announced and has no bytes', `${header} 414100`],
  ])('is refused where its padding %s', (_, packet) => {
    expect(readRtp(hex(packet))).toBeUndefined();
  });

  test('is refused before its decryption where its header reaches into the tag', () => {
    const header16 = hex('81600001 00000001 00000001 00000002');
    expect(readSrtpHeader(Buffer.concat([header16, Buffer.alloc(10)]), 10)?.payloadOffset).toBe(16);
    expect(readSrtpHeader(Buffer.concat([header16, Buffer.alloc(9)]), 10)).toBeUndefined();
  });
});

describe('an RTCP packet', () => {
  test('is refused where it is longer than its compound', () => {
    expect(readRtcp(hex('80c90001 00000007'))).toEqual([]);
    expect(readRtcp(hex('80c90002 00000007'))).toBeUndefined();
  });

  test('is refused before its decryption where its first packet reaches into index or tag', () => {
    const sealed = (words: number): Buffer => hex(`80c9000${words} 00000007 00000000 80000001 ${'00'.repeat(10)}`);
    expect([2, 3].map((words) => isSrtcp(sealed(words), 10))).toEqual([true, false]);
  });
});

describe('a STUN message', () => {
  const attribute = (type: string, length: string, value: string): string => type + length + value;
  const message = (...attributes: readonly string[]): Buffer => {
    const body = hex(attributes.join(''));
    const head = hex('0101 0000 2112a442 000102030405060708090a0b');
    head.writeUInt16BE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const unknown = attribute('c057', '0004', '00000000');

  test('is refused where an attribute is longer than it', () => {
    expect(readStun(message(unknown))).toBeDefined();
    expect(readStun(message(attribute('c057', '0005', '00000000')))).toBeUndefined();
  });

  test('is refused where an attribute of a fixed length has another', () => {
    expect(readStun(message(attribute('8028', '0004', '00000000')))).toBeDefined();
    expect(readStun(message(attribute('8028', '0008', '0000000000000000')))).toBeUndefined();
  });

  test('is refused where it has more attributes than 32', () => {
    const many = (count: number): readonly string[] => Array.from({ length: count }, () => unknown);
    expect(readStun(message(...many(32)))).toBeDefined();
    expect(readStun(message(...many(33)))).toBeUndefined();
  });

  test('is refused where it is longer than 1,024 bytes', () => {
    const padded = (bytes: number): Buffer =>
      message(`c057${(bytes - 24).toString(16).padStart(4, '0')}${'00'.repeat(bytes - 24)}`);
    expect(readStun(padded(1_024))).toBeDefined();
    expect(readStun(padded(1_028))).toBeUndefined();
  });

  test('is refused where it says another length than it has', () => {
    const long = message(unknown);
    long.writeUInt16BE(4, 2);
    expect(readStun(long)).toBeUndefined();
  });
});

describe('a DTLS datagram', () => {
  const alert = hex('15fefd 0000 000000000000 0002 0100');
  /** A record with one handshake fragment of some bytes. */
  const handshake = ({
    length,
    offset = 0,
    bytes = 4,
  }: {
    length: number;
    offset?: number;
    bytes?: number;
  }): Buffer => {
    const fragment = Buffer.alloc(12 + bytes);
    fragment[0] = 1;
    fragment.writeUIntBE(length, 1, 3);
    fragment.writeUIntBE(offset, 6, 3);
    fragment.writeUIntBE(bytes, 9, 3);
    const head = hex('16fefd 0000 000000000000 0000');
    head.writeUInt16BE(fragment.length, 11);
    return Buffer.concat([head, fragment]);
  };

  test('is refused where a record is longer than it', () => {
    const longer = Buffer.from(hex('15fefd 0001 000000000000 0002 0100'));
    expect(readDtlsRecords(longer)).toHaveLength(1);
    longer.writeUInt16BE(3, 11);
    expect(readDtlsRecords(longer)).toBeUndefined();
  });

  test('is refused where it has more records than 16', () => {
    const many = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => alert));
    expect(readDtlsRecords(many(16))).toHaveLength(16);
    expect(readDtlsRecords(many(17))).toBeUndefined();
  });

  test('is refused where a message is longer than 16,384 bytes', () => {
    expect(readDtlsRecords(handshake({ length: 16_384 }))).toHaveLength(1);
    expect(readDtlsRecords(handshake({ length: 16_385 }))).toBeUndefined();
  });

  test('is refused where a fragment ends behind its message, or is empty', () => {
    expect(readDtlsRecords(handshake({ length: 8, offset: 4 }))).toHaveLength(1);
    expect(readDtlsRecords(handshake({ length: 8, offset: 5 }))).toBeUndefined();
    expect(readDtlsRecords(handshake({ length: 8, bytes: 0 }))).toBeUndefined();
  });

  test('is refused where a fragment is longer than its record', () => {
    const cut = handshake({ length: 8 });
    cut.writeUIntBE(5, 13 + 9, 3);
    expect(readDtlsRecords(cut)).toBeUndefined();
  });
});
