import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StreamRewriter } from './rewrite.js';
import { SequenceUnwrapper } from './sequence.js';

const RATE = 90_000;

describe('the numbers of a forwarded stream', () => {
  test('go on without a gap after a pause, on the clock of the feed', () => {
    const rewriter = new StreamRewriter(RATE, 10, 1_000);
    const feed = {};
    rewriter.begin(feed, 500, 90_000, 0);
    expect(rewriter.rewrite(feed, 500, 90_000, 0)).toEqual({ sequence: 10, timestamp: 1_000 });
    expect(rewriter.rewrite(feed, 501, 93_000, 33)).toEqual({ sequence: 11, timestamp: 4_000 });
    rewriter.begin(feed, 600, 180_000, 1_000);
    expect(rewriter.rewrite(feed, 600, 180_000, 1_000)).toEqual({ sequence: 12, timestamp: 91_000 });
    expect(rewriter.rewrite(feed, 599, 178_000, 1_000)).toBeUndefined();
  });

  test('go on after a republication as much later as it was', () => {
    const rewriter = new StreamRewriter(RATE, 10, 1_000);
    const [before, after] = [{}, {}];
    rewriter.begin(before, 500, 90_000, 0);
    rewriter.rewrite(before, 500, 90_000, 0);
    rewriter.begin(after, 70_000, 5, 2_000);
    expect(rewriter.rewrite(after, 70_000, 5, 2_000)).toEqual({ sequence: 11, timestamp: 1_000 + 180_000 });
    expect(rewriter.rewrite(before, 501, 93_000, 2_001)).toBeUndefined();
  });

  test('are found again, over breaks and wraps', () => {
    fc.assert(
      fc.property(
        fc.nat(0x7fff),
        fc.array(
          fc.record({ start: fc.integer({ min: 65_536, max: 200_000 }), length: fc.integer({ min: 1, max: 300 }) }),
          { minLength: 1, maxLength: 3 },
        ),
        (first, stretches) => {
          const rewriter = new StreamRewriter(RATE, first, 0);
          const sent: { out: number; feed: object; sequence: number }[] = [];
          for (const { start, length } of stretches) {
            const feed = {};
            rewriter.begin(feed, start, 0, 0);
            for (let sequence = start; sequence < start + length; sequence++) {
              sent.push({ out: rewriter.rewrite(feed, sequence, 0, 0)!.sequence, feed, sequence });
            }
          }
          sent.forEach(({ out }, index) => expect(out).toBe((first + index) & 0xffff));
          for (const { out, feed, sequence } of sent) expect(rewriter.locate(out)).toMatchObject({ feed, sequence });
          expect(rewriter.locate((first + sent.length) & 0xffff)).toBeUndefined();
        },
      ),
    );
  });

  test('unwrap to their neighbours', () => {
    const unwrapper = new SequenceUnwrapper();
    const base = unwrapper.unwrap(65_534);
    expect([65_535, 1, 0, 65_533].map((sequence) => unwrapper.unwrap(sequence) - base)).toEqual([1, 3, 2, -1]);
  });
});
