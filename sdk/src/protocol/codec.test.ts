import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeCandidates,
  decodeFrame,
  decodeLoose,
  decodeObject,
  decodeSdp,
  encodeCandidates,
  encodeFrame,
  encodeSdp,
  WireFormatError,
} from './codec.js';

const text = fc.string({ unit: 'grapheme' });

/** Input of a broken or hostile peer: any JSON value, JSON of the right outline, any text. */
const garbage = fc.oneof(
  fc.anything(),
  fc.json(),
  text,
  fc.record({ type: fc.anything(), sdp: fc.anything() }),
  fc.array(
    fc.oneof(
      fc.anything(),
      fc.json(),
      fc.record({
        candidate: fc.oneof(text, fc.anything()),
        mlineindex: fc.oneof(fc.nat(3), fc.anything()),
        mid: fc.anything(),
      }),
    ),
  ),
);

const candidate = fc.record({
  candidate: text.map((value) => `candidate:${value}`),
  sdpMLineIndex: fc.nat(9),
  sdpMid: text,
});

/** Errors that decoding threw other than WireFormatError. */
function strangeErrors(decode: (value: unknown) => unknown, values: fc.Arbitrary<unknown>): unknown[] {
  return fc.sample(values, 500).flatMap((value) => {
    try {
      decode(value);
    } catch (error) {
      if (!(error instanceof WireFormatError)) return [{ value, error }];
    }
    return [];
  });
}

describe('frames', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.jsonValue()), fc.integer(), (members, op) => {
        const message = { ...members, op };
        expect(decodeFrame(encodeFrame(message))).toEqual(JSON.parse(JSON.stringify(message)));
      }),
    );
  });

  it('leave undefined members out', () => {
    expect(encodeFrame({ op: 107, endReason: undefined, voff: 0 })).toBe('{"op":107,"voff":0}');
  });

  it.each(['', '[]', '[{"op":1}]', 'null', '1', '"x"', '{}', '{"op":"1"}', '{"op":1.5}', '{"op":null}', '{'])(
    'are refused: %s',
    (frame) => {
      expect(() => decodeFrame(frame)).toThrow(WireFormatError);
    },
  );

  it('of garbage throw nothing else', () => {
    expect(strangeErrors((value) => decodeFrame(value as string), fc.oneof(text, fc.json()))).toEqual([]);
  });
});

describe('sdp', () => {
  it('comes back as it was, with the type in upper case on the wire', () => {
    fc.assert(
      fc.property(fc.constantFrom('offer', 'answer', 'pranswer'), text, (type, sdp) => {
        const wire = encodeSdp({ type, sdp } as never);
        expect(wire).toContain(`"type":"${type.toUpperCase()}"`);
        expect(decodeSdp(wire)).toEqual({ type, sdp });
      }),
    );
  });

  it('may be an object, with a type of any case', () => {
    expect(decodeSdp({ type: 'Answer', sdp: 'v=0' })).toEqual({ type: 'answer', sdp: 'v=0' });
  });

  it('of garbage throws nothing but WireFormatError', () => {
    expect(strangeErrors(decodeSdp, garbage)).toEqual([]);
  });
});

describe('candidates', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(candidate), (candidates) => {
        expect(decodeCandidates(encodeCandidates(candidates))).toEqual(candidates);
        expect(decodeCandidates(JSON.stringify(encodeCandidates(candidates)))).toEqual(candidates);
      }),
    );
  });

  it('are taken in every form that deployed clients send', () => {
    const expected = { candidate: 'candidate:1', sdpMLineIndex: 1, sdpMid: '1' };
    expect(
      decodeCandidates([
        { candidate: 'candidate:1', mlineindex: 1, mid: '1' },
        { candidate: 'candidate:1', sdpMLineIndex: 1, sdpMid: '1' },
        '{"candidate":"candidate:1","mlineindex":1}',
        { candidate: '', mlineindex: 0, mid: '0' },
      ]),
    ).toEqual([expected, expected, expected]);
    expect(decodeCandidates(['candidate:1'])).toEqual([{ candidate: 'candidate:1', sdpMLineIndex: 0, sdpMid: '0' }]);
    expect(decodeCandidates(undefined)).toEqual([]);
    expect(decodeCandidates(null)).toEqual([]);
  });

  it('of garbage throw nothing but WireFormatError', () => {
    expect(strangeErrors(decodeCandidates, garbage)).toEqual([]);
    const unprintable = '[{"candidate":"candidate:1","mlineindex":0,"mid":{"toString":1,"valueOf":1}}]';
    expect(() => decodeCandidates(unprintable)).toThrow(WireFormatError);
  });
});

describe('objects and loose text', () => {
  it('throw nothing but WireFormatError, and nothing at all', () => {
    expect(strangeErrors((value) => decodeObject(value, 'the ticket'), garbage)).toEqual([]);
    expect(() => fc.sample(garbage, 500).map(decodeLoose)).not.toThrow();
  });

  it('read JSON where it is JSON', () => {
    expect(decodeObject('{"a":1}', 'x')).toEqual({ a: 1 });
    expect(() => decodeObject('[1]', 'the ticket')).toThrow('the ticket must be a JSON object');
    expect(decodeLoose('{"a":1}')).toEqual({ a: 1 });
    expect(decodeLoose('Alice')).toBe('Alice');
  });
});
