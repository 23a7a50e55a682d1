import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCaptions, writeCaptions } from './caption-text.js';

const HELLO = { start: 1, end: 2.5, text: 'Hello' };

describe('captions are read', () => {
  test('from WebVTT, without its notes, styles, names and positions', () => {
    const text = `\uFEFFWEBVTT - lesson one\r\n\r\nNOTE\r\nby Ann\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r
intro\r\n00:01.000 --> 00:02.500 line:0 align:start\r\n<v Ann>Hello</v>\r\n\r\n01:00:03.000 --> 01:00:04.000\r\n你好\r\n世界\r\n`;
    expect(readCaptions(text).cues).toEqual([HELLO, { start: 3603, end: 3604, text: '你好\n世界' }]);
  });

  test('from SRT, in order of time', () => {
    const text =
      '2\n00:00:03,000 --> 00:00:04,000\nTwo < 3\n\n1\n00:00:01,000 --> 00:00:02,500\n<font color="red">Hello</font>\n';
    expect(readCaptions(text).cues).toEqual([HELLO, { start: 3, end: 4, text: 'Two &lt; 3' }]);
  });

  test.each([
    ['nothing', '', 1],
    ['only a head', 'WEBVTT\n', 1],
    ['words without times', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\nand then?\n', 6],
    ['times that are none', '1\n00:00:01 --> 00:00:02\nHello\n', 2],
    ['an end before its start', '1\n00:00:02,000 --> 00:00:01,000\nHello\n', 2],
    [
      'captions without an empty line between them',
      '00:01.000 --> 00:02.000\nHello\n00:02.000 --> 00:03.000\nTwo\n',
      3,
    ],
  ])('not from %s, and the line is named', (_title, text, line) => {
    expect(readCaptions(text)).toEqual({ faultyLine: line });
  });
});

test('what is written is read back unchanged', () => {
  const signs = ['a', ' ', '<', '>', '&', '/', '-', ':', '.', ',', '你', '&lt;', '<b>', '\u00A0', '\uFEFF', '\u2028'];
  const words = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((list) => `x${list.join('')}`);
  const caption = fc.record({ start: fc.nat(3_600_000), length: fc.integer({ min: 1, max: 9_000 }), words });
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 5 }), (list) => {
      const written = list.map(({ start, length, words: text }) => ({
        ...{ start: start / 1000, end: (start + length) / 1000, text: text.replaceAll('-->', '->') },
      }));
      const { cues = [] } = readCaptions(writeCaptions(written));
      expect(cues).toHaveLength(list.length);
      expect(readCaptions(writeCaptions(cues)).cues).toEqual(cues);
    }),
  );
});

test('anything at all is read or refused, however long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const { cues, faultyLine } = readCaptions(text);
      expect(cues === undefined ? faultyLine : cues.length).toBeGreaterThan(0);
    }),
  );
  const tags = '<a'.repeat(100_000);
  expect(readCaptions(`00:01.000 --> 00:02.000 ${tags}\n${tags}`).cues).toHaveLength(1);
});
