import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgreedSources } from './agreed-sources.js';
import { classify } from './classify.js';
import { isFinished, readDtlsRecords } from './dtls.js';
import { ReplayWindow } from './replay-window.js';
import { isSrtcp, MAX_NACKED, readRtcp } from './rtcp.js';
import { readRtp, readSrtpHeader } from './rtp.js';
import { hasIntegrity, readStun } from './stun.js';
import { HOSTILE_PACKETS } from './testing/corpus.js';
import { generate, mutate, PACKET_KINDS } from './testing/generators.js';
import { Random } from './testing/random.js';

const PASSWORD = 'p'.repeat(24);

/** Runs all parsers on a datagram, encrypted or not; throws where one does. */
function readAll(data: Buffer): void {
  classify(data);
  const stun = readStun(data);
  if (stun !== undefined) hasIntegrity(data, stun, PASSWORD);
  readDtlsRecords(data);
  if (data.length >= 12) {
    for (const tagBytes of [10, 16]) {
      readSrtpHeader(data, tagBytes);
      isSrtcp(data, tagBytes);
    }
  }
  readRtp(data);
  readRtcp(data);
}

describe('every reader', () => {
  test.each(HOSTILE_PACKETS)('survives $name', ({ packet }) => {
    expect(() => readAll(packet)).not.toThrow();
  });

  test('survives whatever is generated, whole or mutated', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...PACKET_KINDS), (seed, kind) => {
        const random = new Random(seed);
        const packet = generate(kind, random, { ufrag: 'ours', password: PASSWORD, ssrcs: [7] });
        expect(() => readAll(packet)).not.toThrow();
        expect(() => readAll(mutate(packet, random))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});

describe('RTP', () => {
  const extension = fc.record({
    id: fc.integer({ min: 1, max: 14 }),
    payload: fc.uint8Array({ minLength: 1, maxLength: 16 }),
  });
  const parts = fc.record({
    sources: fc.nat(15),
    extensions: fc.array(extension, { maxLength: 8 }),
    isOneByte: fc.boolean(),
    gap: fc.nat(3),
    payload: fc.uint8Array({ maxLength: 64 }),
    padding: fc.nat(8),
  });

  function write(value: {
    sources: number;
    extensions: { id: number; payload: Uint8Array }[];
    isOneByte: boolean;
    gap: number;
    payload: Uint8Array;
    padding: number;
  }): Buffer {
    const { sources, extensions, isOneByte, gap, payload, padding } = value;
    const fixed = Buffer.alloc(12 + 4 * sources);
    fixed[0] = 0x80 | (padding > 0 ? 0x20 : 0) | (extensions.length > 0 ? 0x10 : 0) | sources;
    fixed[1] = 0x80 | 96;
    fixed.writeUInt16BE(1_234, 2);
    fixed.writeUInt32BE(5_678, 4);
    fixed.writeUInt32BE(0xdead_beef, 8);
    const elements = Buffer.concat(
      extensions.flatMap(({ id, payload: body }) => [
        Buffer.alloc(gap),
        isOneByte ? Buffer.from([(id << 4) | (body.length - 1)]) : Buffer.from([id, body.length]),
        body,
      ]),
    );
    const filled = Buffer.concat([elements, Buffer.alloc(-elements.length & 3)]);
    const head = Buffer.alloc(4);
    head.writeUInt16BE(isOneByte ? 0xbede : 0x1000, 0);
    head.writeUInt16BE(filled.length / 4, 2);
    const tail = padding > 0 ? Buffer.alloc(padding, padding) : Buffer.alloc(0);
    return Buffer.concat([fixed, ...(extensions.length > 0 ? [head, filled] : []), payload, tail]);
  }

  test('is read as it was written', () => {
    fc.assert(
      fc.property(parts, (value) => {
        const packet = readRtp(write(value));
        expect(packet?.header).toMatchObject({
          ...{ payloadType: 96, marker: true, sequenceNumber: 1_234, timestamp: 5_678, ssrc: 0xdead_beef },
          extensions: value.extensions.map(({ id, payload }) => ({ id, payload: Buffer.from(payload) })),
        });
        expect(packet?.payload).toEqual(Buffer.from(value.payload));
      }),
    );
  });

  test('that is cut off is refused, wherever the header is cut', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (value, cut) => {
        const packet = write(value);
        const header = readSrtpHeader(Buffer.concat([packet, Buffer.alloc(16)]), 16);
        const headerBytes = header!.payloadOffset;
        const cutOff = packet.subarray(0, cut % headerBytes);
        expect(readRtp(cutOff)).toBeUndefined();
        expect(readSrtpHeader(Buffer.concat([cutOff, Buffer.alloc(16)]), 16)).toBeUndefined();
      }),
    );
  });

  test.each([
    ['one byte', '906000010000000000000001bede00011f414141'],
    ['two bytes', '90600001000000000000000110000001 01ff4141'],
  ])('with an extension that ends behind the header is refused: %s', (_, hex) => {
    expect(readRtp(Buffer.from(`${hex}41414141`.replaceAll(' ', ''), 'hex'))).toBeUndefined();
  });
});

describe('RTCP', () => {
  const read = (hex: string) => readRtcp(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

  test('tells sender reports, NACKs and keyframe requests', () => {
    expect(
      read(
        '80c80006 00000007 0000000100000002 00000003 00000000 00000000' +
          '81cd0003 00000001 00000009 000a8001' +
          '81ce0002 00000001 00000009' +
          '84ce0004 00000001 00000000 00000009 01000000',
      ),
    ).toEqual([
      { kind: 'sender-report', ssrc: 7, ntp: 0x1_0000_0002n, rtpTimestamp: 3 },
      { kind: 'nack', mediaSsrc: 9, lost: [10, 11, 26] },
      { kind: 'keyframe-request', mediaSsrc: 9 },
      { kind: 'keyframe-request', mediaSsrc: 9 },
    ]);
  });

  test('hands transport feedback on unread, whatever that claims, and what follows it', () => {
    const claims = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 500 });
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xffff), claims, (base, count, chunks) => {
        const body = Buffer.alloc(16 + 2 * chunks.length + (chunks.length % 2) * 2);
        body.writeUInt16BE(base, 8);
        body.writeUInt16BE(count, 10);
        for (const [index, chunk] of chunks.entries()) body.writeUInt16BE(chunk, 16 + 2 * index);
        const head = Buffer.from([0x8f, 205, 0, 0]);
        head.writeUInt16BE(body.length / 4, 2);
        const loss = Buffer.from('81ce00020000000100000009', 'hex');
        expect(readRtcp(Buffer.concat([head, body, loss]))).toEqual([
          { kind: 'transport-feedback', mediaSsrc: 0, body: body.subarray(8) },
          { kind: 'keyframe-request', mediaSsrc: 9 },
        ]);
      }),
    );
  });

  test('NACKs name each number once, and no more than a bound', () => {
    const body = Buffer.from('00000001 00000009'.replace(' ', '') + '0000ffff'.repeat(10), 'hex');
    expect(readRtcp(Buffer.concat([Buffer.from('81cd000c', 'hex'), body]))).toEqual([
      { kind: 'nack', mediaSsrc: 9, lost: Array.from({ length: 17 }, (_, index) => index) },
    ]);
    const far = Array.from({ length: 300 }, (_, index) => (index * 17).toString(16).padStart(4, '0') + 'ffff').join('');
    const [message] = read(`81cd012e 00000001 00000009 ${far}`) ?? [];
    expect(message).toMatchObject({ kind: 'nack', lost: Array.from({ length: MAX_NACKED }, (_, index) => index) });
  });

  test.each([
    ['a count of blocks that are not there', '82c80006 00000007 0000000100000002 00000003 00000000 00000000'],
    ['a packet that ends behind the compound', '80c80006 00000007 00000001'],
    ['another version', '40c90001 00000007'],
    ['padding longer than the packet', 'a0c90001 000000ff'],
    ['a cut header', '80c90001 00000007 80c9'],
  ])('is refused for %s', (_, hex) => {
    expect(read(hex)).toBeUndefined();
  });
});

describe('STUN', () => {
  const attribute = (type: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)]);
  };

  function request(username: string, password: string, after: Buffer = Buffer.alloc(0)): Buffer {
    const body = Buffer.concat([attribute(0x0006, Buffer.from(username)), attribute(0x0024, Buffer.alloc(4))]);
    const head = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');
    head.writeUInt16BE(body.length + 24, 2);
    const covered = Buffer.concat([head, body]);
    const tag = createHmac('sha1', password).update(covered).digest();
    const message = Buffer.concat([covered, attribute(0x0008, tag), after]);
    message.writeUInt16BE(message.length - 20, 2);
    return message;
  }

  test('requests are authentic by the password alone, with a fingerprint or without', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.string({ minLength: 1 }),
        fc.boolean(),
        (name, key, isMarked) => {
          const data = request(name, key, isMarked ? attribute(0x8028, Buffer.alloc(4)) : undefined);
          const message = readStun(data);
          expect(message).toMatchObject({ type: 'request', username: name });
          expect(hasIntegrity(data, message!, key)).toBe(true);
          expect(hasIntegrity(data, message!, `${key}x`)).toBe(false);
        },
      ),
    );
  });

  test('a byte that was changed under the integrity is noticed', () => {
    const valid = request('ours:theirs', PASSWORD);
    const covered = valid.length - 24;
    fc.assert(
      fc.property(fc.nat(covered - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const data = Buffer.from(valid);
        data[at] = data[at]! ^ flip;
        const message = readStun(data);
        // The length is the one field that is rewritten before the check.
        expect(message === undefined || !hasIntegrity(data, message, PASSWORD)).toBe(true);
      }),
    );
  });

  test('an attribute behind the integrity is refused', () => {
    expect(readStun(request('ours:theirs', PASSWORD, attribute(0x0025, Buffer.alloc(0))))).toBeUndefined();
  });
});

describe('DTLS', () => {
  test('records come out as they went in', () => {
    const alert = Buffer.from('15fefd000000000000000000020100', 'hex');
    const hidden = Buffer.concat([Buffer.from('16fefd0001000000000000001e', 'hex'), Buffer.alloc(30, 7)]);
    const records = readDtlsRecords(Buffer.concat([alert, hidden]));
    expect(records?.map(({ bytes }) => bytes)).toEqual([alert, hidden]);
    expect(records?.map(({ type, epoch }) => [type, epoch])).toEqual([
      [21, 0],
      [22, 1],
    ]);
  });

  test('a finished message is one whole message of its type and nothing else', () => {
    const finished = Buffer.concat([
      Buffer.from('14 00000c 0005 000000 00000c'.replaceAll(' ', ''), 'hex'),
      Buffer.alloc(12),
    ]);
    expect(isFinished(finished)).toBe(true);
    for (const at of [0, 1, 3, 8, 9, 11]) {
      const other = Buffer.from(finished);
      other[at] = 1;
      expect(isFinished(other)).toBe(false);
    }
  });
});

describe('sources and repetitions', () => {
  test('the oldest address makes room for a new one', () => {
    const sources = new AgreedSources();
    for (let port = 1; port <= 33; port++) sources.add('192.0.2.1', port);
    expect([1, 2, 33].map((port) => sources.has('192.0.2.1', port))).toEqual([false, true, true]);
  });

  test('each index is admitted once, as long as the window knows about it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300, max: 3_000 }), { maxLength: 200 }), (steps) => {
        const window = new ReplayWindow();
        const accepted = new Set<number>();
        let index = 10_000;
        for (const step of steps) {
          index = Math.max(0, index + step);
          const isKnowable = window.newest - index < 2_048;
          expect(window.admits(index)).toBe(isKnowable && !accepted.has(index));
          if (!window.admits(index)) continue;
          window.accept(index);
          accepted.add(index);
        }
      }),
    );
  });
});
