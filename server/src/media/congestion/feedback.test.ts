import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TransportFeedback as Writer } from '../werift/feedback/twcc.js';
import { readTransportFeedback, SentHistory } from './feedback.js';

const HEADER_BYTES = 12;

function written(arrivals: readonly (number | undefined)[], first = 0): Buffer[] {
  const writer = new Writer(1);
  arrivals.forEach((at, index) => {
    if (at !== undefined) writer.received((first + index) & 0xffff, at * 1_000);
  });
  return writer.build(2, 0).map((packet) => packet.subarray(HEADER_BYTES));
}

function read(body: Buffer) {
  const feedback = readTransportFeedback(body);
  if (feedback === undefined) throw new Error('the report was not read');
  return feedback;
}

describe('reading transport-wide feedback', () => {
  test('finds every packet that was sent, when it arrived and what was lost', () => {
    const arrivals = [1_000, 1_003.25, undefined, 1_020, 1_010, ...Array.from({ length: 40 }, (_, at) => 1_100 + at)];
    const history = new SentHistory();
    arrivals.forEach((_, index) => history.send({ bytes: 100 + index, sentAt: index }));
    const results = written(arrivals).flatMap((body) => history.match(read(body)));
    expect(results.map(({ bytes }) => bytes)).toEqual(arrivals.map((_, index) => 100 + index));
    expect(results.map(({ arrivedAt }) => arrivedAt)).toEqual(arrivals);
  });

  test('leaves out what was never sent, and counts no arrival twice', () => {
    const history = new SentHistory();
    for (let index = 0; index < 3; index++) history.send({ bytes: 100, sentAt: index });
    const [body] = written([5, 6, 7, 8, 9]);
    const feedback = read(body ?? Buffer.alloc(0));
    expect(history.match(feedback)).toHaveLength(3);
    expect(history.match(feedback)).toHaveLength(0);
  });

  test('leaves out numbers that are not given yet, and those that are given again', () => {
    const history = new SentHistory();
    const sent = 5_000;
    for (let index = 0; index < sent; index++) history.send({ bytes: index, sentAt: index });
    const named = (first: number): readonly number[] => {
      const arrivals = Array.from({ length: 10 }, (_, index) => index);
      return history.match({ base: first, reference: 0, arrivals }).map(({ bytes }) => bytes);
    };
    expect(named(sent)).toEqual([]);
    expect(named(sent - 2)).toEqual([sent - 2, sent - 1]);
    // The history has 2,048 packets.
    expect(named(sent - 2_048 - 10)).toEqual([]);
    expect(named(sent - 2_048 - 8)).toEqual([sent - 2_048, sent - 2_047]);
  });

  test('refuses reports on more than a thousand packets, however few bytes they take', () => {
    const report = (count: number): Buffer => {
      const body = Buffer.from(`00000000 00000000 ${'1fff'.repeat(8)}`.replaceAll(' ', ''), 'hex');
      body.writeUInt16BE(count, 2);
      return body;
    };
    expect(readTransportFeedback(report(1_000))?.arrivals).toHaveLength(1_000);
    expect([1_001, 65_535].map((count) => readTransportFeedback(report(count)))).toEqual([undefined, undefined]);
  });

  test('follows the numbers and the reference time over their wrap', () => {
    const history = new SentHistory();
    for (let sent = 0; sent < 70_000; sent++) history.send({ bytes: sent, sentAt: sent });
    const feedback = { base: 69_999 & 0xffff, reference: 0xff_ffff, arrivals: [10] };
    const [last] = history.match(feedback);
    const sequence = history.send({ bytes: 1, sentAt: 0 });
    const [next] = history.match({ base: sequence, reference: 1, arrivals: [10] });
    expect(last?.bytes).toBe(69_999);
    expect((next?.arrivedAt ?? 0) - (last?.arrivedAt ?? 0)).toBe(128);
  });

  test('refuses reports whose counts do not fit, and reads any bytes in bounded time', () => {
    expect(readTransportFeedback(Buffer.alloc(4))).toBeUndefined();
    // 65,535 packets announced, and runs of length zero.
    expect(readTransportFeedback(Buffer.from('0000ffff00000000', 'hex'))).toBeUndefined();
    expect(readTransportFeedback(Buffer.from('000000100000000000000000', 'hex'))).toBeUndefined();
    // One packet with a delta that is missing.
    expect(readTransportFeedback(Buffer.from('00000001000000002001', 'hex'))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_400 }), (bytes) => {
        const feedback = readTransportFeedback(Buffer.from(bytes));
        if (feedback !== undefined) expect(feedback.arrivals.length).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});
