import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryFraming, FramingError, sockJsFraming } from './framing.js';

describe('frames of SockJS', () => {
  it('carry messages as lists of base64', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (message) => {
        const frame = String(sockJsFraming.write(message));
        expect(frame[0]).toBe('a');
        expect(sockJsFraming.read(Buffer.from(frame.slice(1)), false).map((read) => [...read])).toEqual([[...message]]);
      }),
    );
  });

  it('may be empty, and may carry several messages', () => {
    expect(sockJsFraming.read(Buffer.from(''), false)).toEqual([]);
    expect(sockJsFraming.read(Buffer.from('["AA==","AQ=="]'), false).map((read) => [...read])).toEqual([[0], [1]]);
  });

  it.each(['{', '[1]', '["ä"]', '{"a":1}', 'null', '["=AAA"]'])('are refused when they are %s', (text) => {
    expect(() => sockJsFraming.read(Buffer.from(text), false)).toThrow(FramingError);
  });

  it('are texts, and those without SockJS are binary', () => {
    expect(() => sockJsFraming.read(Buffer.from('[]'), true)).toThrow(expect.objectContaining({ code: 1003 }));
    expect(() => binaryFraming.read(Buffer.from('[]'), false)).toThrow(expect.objectContaining({ code: 1003 }));
  });

  it('tell why the socket is closed', () => {
    expect(sockJsFraming.farewell?.(1008, 'too "many" frames')).toBe(String.raw`c[1008,"too \"many\" frames"]`);
  });
});
