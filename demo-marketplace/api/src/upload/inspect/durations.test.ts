import fc from 'fast-check';
import { expect, test } from 'vitest';
import { film, webm } from '../../testing/films.js';
import { FileTooComplex, type ByteSource } from './byte-source.js';
import { MAX_BOXES, mp4Duration } from './mp4-duration.js';
import { MAX_ELEMENTS, webmDuration } from './webm-duration.js';

/** A file in memory that counts the reads. */
class CountedSource implements ByteSource {
  reads = 0;
  bytes = 0;

  constructor(private readonly content: Buffer) {}

  get size(): number {
    return this.content.length;
  }

  read(at: number, length: number): Buffer {
    this.reads += 1;
    this.bytes += length;
    return this.content.subarray(at, at + length);
  }
}

const box = (type: string, size: number): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return head;
};
/** An EBML element: its id, its size in one byte, its content. */
const element = (id: string, content = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);

test('an MP4 says its duration in its movie header, wherever that stands', () => {
  expect(mp4Duration(new CountedSource(film(90)))).toBe(90);
  const late = Buffer.concat([box('mdat', 8), film(90)]);
  expect(mp4Duration(new CountedSource(late))).toBe(90);
  expect(mp4Duration(new CountedSource(film(0)))).toBe(0);
});

test('a WebM says its duration in its segment information, in its own unit of time', () => {
  expect(webmDuration(new CountedSource(webm(90)))).toBe(90);
  expect(webmDuration(new CountedSource(webm(90, { timestampScale: 1_000 })))).toBe(90);
  expect(webmDuration(new CountedSource(webm(90, { isStreamed: true })))).toBe(90);
  expect(webmDuration(new CountedSource(webm(undefined)))).toBeUndefined();
});

test('an MP4 of a million boxes is refused after a thousand of them', () => {
  const source = new CountedSource(Buffer.alloc(8_000_000, box('free', 8)));
  expect(() => mp4Duration(source)).toThrow(FileTooComplex);
  expect(source.reads).toBeLessThanOrEqual(MAX_BOXES);
});

test('boxes inside the movie count, too', () => {
  const inner = Buffer.alloc(800_000, box('trak', 8));
  const source = new CountedSource(Buffer.concat([box('moov', inner.length + 8), inner]));
  expect(() => mp4Duration(source)).toThrow(FileTooComplex);
  expect(source.reads).toBeLessThanOrEqual(MAX_BOXES);
});

test('a WebM of a million elements is refused after some thousands of them', () => {
  const padding = Buffer.alloc(2_000_000, element('ec'));
  const head = Buffer.concat([element('1a45dfa3'), Buffer.from('1853806701ffffffffffffff', 'hex')]);
  const source = new CountedSource(Buffer.concat([head, padding]));
  expect(() => webmDuration(source)).toThrow(FileTooComplex);
  expect(source.reads).toBeLessThanOrEqual(MAX_ELEMENTS);
});

test.each([
  ['MP4', mp4Duration, film(90), MAX_BOXES],
  ['WebM', webmDuration, webm(90), MAX_ELEMENTS],
] as const)('no %s, however it is damaged, costs more than its bounded reads', (_name, durationOf, good, max) => {
  const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 12 });
  fc.assert(
    fc.property(damage, fc.nat(good.length), (changes, length) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of changes) bytes[at] = value;
      const source = new CountedSource(bytes.subarray(0, length));
      try {
        durationOf(source);
      } catch (error) {
        expect(error).toBeInstanceOf(FileTooComplex);
      }
      expect(source.reads).toBeLessThanOrEqual(max + 3);
      expect(source.bytes).toBeLessThanOrEqual(16 * max + 36);
    }),
    { numRuns: 500 },
  );
});
