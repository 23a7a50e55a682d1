import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayName, getSignedUrl, isSingleLine, updateProfile } from './index.js';

describe('a name on one line', () => {
  test.each([
    ['林老師'],
    ['O’Neill-Smith, Jr.'],
    ['王 小明 (A班)'],
    ['علی‌رضا'],
    ['نام‌خانوادگی'],
    ['ක්‍රි'],
    ['क्‍ष'],
    ['Zoë 👩‍👩‍👧‍👦'],
    ['👩🏽‍🏫'],
    ['🏳️‍🌈 team'],
    ['❤️‍🔥'],
    ['1️⃣ first'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['葛󠄀城'],
    ['नमस्ते'],
    ['שלום'],
    ['ภาษาไทย'],
  ])('may be %j', (name) => {
    expect(isSingleLine(name)).toBe(true);
    expect(displayName.parse(name)).toBe(name);
  });

  test.each([
    ['a line break', 'Ann\nBen'],
    ['a tab', 'Ann\tBen'],
    ['a zero character', 'Ann\0'],
    ['an escape', '\u001b[31mAnn'],
    ['a control of the second row', 'Ann\u0085Ben'],
    ['a line separator', 'Ann\u2028Ben'],
    ['a paragraph separator', 'Ann\u2029Ben'],
    ['an override of direction', 'Ann \u202egnp.exe'],
    ['an isolate', '\u2067Ann\u2069'],
    ['a mark of direction', 'Ann\u200f'],
    ['a space without width', 'Ad\u200bmin'],
    ['a joiner between letters', 'Ad\u200dmin'],
    ['a non-joiner between letters', 'Ad\u200cmin'],
    ['a joiner at an end', '👩\u200d'],
    ['a word joiner', 'Ad\u2060min'],
    ['a byte order mark', 'Ad\ufeffmin'],
    ['a soft hyphen', 'Ad\u00admin'],
    ['a filler', '\u3164'],
    ['empty braille', '\u2800'],
    ['a tag', 'Ann\u{e0041}'],
    ['half a character', 'Ann\ud83d'],
    ['a selector of variants of a letter', 'A\ufe0fnn'],
  ])('has no %s', (_what, name) => {
    expect(isSingleLine(name)).toBe(false);
  });

  test('is refused with what is wrong with it', () => {
    for (const [schema, field, value] of [
      [updateProfile.request, 'name', { name: 'Ann\u202eBen' }],
      [getSignedUrl.request, 'filename', { type: 'image', filename: 'a\u202egnp.exe', size: 1, mime: 'image/png' }],
    ] as const) {
      expect(schema.safeParse(value).error?.issues).toMatchObject([{ path: [field], message: 'hidden-characters' }]);
    }
    expect(displayName.safeParse(' \u3000\u00a0 ').success).toBe(false);
  });

  test('has none of them, wherever it stands', () => {
    const hidden = fc.constantFrom('\n', '\u202e', '\u2066', '\u200b', '\ufeff', '\u2028', '\u0000', '\u00ad');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), hidden, fc.string({ unit: 'binary' }), (before, character, after) => {
        expect(isSingleLine(before + character + after)).toBe(false);
      }),
    );
  });

  test('takes no long time, however it is written', () => {
    const startedAt = Date.now();
    for (const part of ['👩\u200d', 'ක්\u200d', '\u{1F3F4}\u{E0067}', '❤\ufe0f', '葛\u{e0100}']) {
      isSingleLine(part.repeat(20_000));
    }
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});
