import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emojiToken, parseEmoji, type ImTextPart } from './index.js';

const TABLE = { smile: '/smile.png', '3': '/three.png', '4': '' };

const textOf = (parts: readonly ImTextPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : emojiToken(part.name))).join('');

describe('emoji tokens', () => {
  it('become images where the name is known, and stay text where it is not', () => {
    expect(parseEmoji('a [smile][nobody] [3]z[4]', TABLE)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'emoji', name: 'smile', image: '/smile.png' },
      { kind: 'text', text: '[nobody] ' },
      { kind: 'emoji', name: '3', image: '/three.png' },
      { kind: 'text', text: 'z[4]' },
    ]);
    expect(parseEmoji(emojiToken(3), TABLE)).toEqual([{ kind: 'emoji', name: '3', image: '/three.png' }]);
    expect(parseEmoji('', TABLE)).toEqual([]);
  });

  it('are not looked up by inheritance, and are found inside other brackets', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(parseEmoji(`[${name}]`, TABLE)).toEqual([{ kind: 'text', text: `[${name}]` }]);
    }
    expect(parseEmoji('[[smile]]', TABLE).map(({ kind }) => kind)).toEqual(['text', 'emoji', 'text']);
  });

  it('leave the text what it was, whatever it is', () => {
    const piece = fc.constantFrom('[', ']', 'smile', '3', '4', '<b>', '</b>', '\u0000', '&amp;', '😀', '\ud800', ' ');
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const parts = parseEmoji(text, TABLE);
          expect(textOf(parts)).toBe(text);
          const emoji = parts.filter(({ kind }) => kind === 'emoji');
          expect(emoji.every((part) => part.kind === 'emoji' && Object.values(TABLE).includes(part.image))).toBe(true);
          expect(parts.every((part, index) => part.kind === 'emoji' || parts[index + 1]?.kind !== 'text')).toBe(true);
        },
      ),
    );
  });

  it('take time in proportion to the text', () => {
    // Quadratic time on these would exceed the test's limit.
    for (const text of ['['.repeat(1_000_000), '[a'.repeat(500_000), '[smile]'.repeat(100_000)]) {
      expect(textOf(parseEmoji(text, TABLE))).toHaveLength(text.length);
    }
  });
});
