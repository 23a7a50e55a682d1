// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { movedBy, movedTo, replacedAt, restored, unitMovedTo, unitsOf, unitStep } from './lists.js';
import type { DraftChapter, DraftUnit } from './use-draft.js';

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
] as const)('entry %d moved by %d gives %j', (index, by, expected) => {
  expect(movedBy(['a', 'b', 'c'], index, by)).toEqual(expected);
});

test.each([
  [0, 3, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [1, 2, ['a', 'b', 'c']],
] as const)('entry %d put before entry %d gives %j', (from, at, expected) => {
  expect(movedTo(['a', 'b', 'c'], from, at)).toEqual(expected);
});

test('one entry is changed, the others stay', () => {
  expect(replacedAt([1, 2, 3], 1, (one) => one * 10)).toEqual([1, 20, 3]);
});

describe('an outline', () => {
  const unit = (uid: string): DraftUnit => ({
    ...{ uid, type: 'article', title: { zh: uid, en: '' }, media: '', body_html: '', preview: false },
  });
  const chapter = (uid: string, ...units: string[]): DraftChapter => ({
    ...{ uid, title: { zh: uid, en: '' }, units: units.map(unit) },
  });
  const outline = [chapter('A', 'a1', 'a2'), chapter('B'), chapter('C', 'c1')];
  const said = (chapters: readonly DraftChapter[]): string =>
    chapters.map(({ uid, units }) => [uid, ...units.map((one) => one.uid)].join(' ')).join(' | ');

  test.each([
    ['within its chapter', { chapter: 0, at: 0 }, { chapter: 0, at: 2 }, 'A a2 a1 | B | C c1'],
    ['to the front of another', { chapter: 0, at: 1 }, { chapter: 2, at: 0 }, 'A a1 | B | C a2 c1'],
    ['to the end of another', { chapter: 2, at: 0 }, { chapter: 0, at: 2 }, 'A a1 a2 c1 | B | C'],
    ['into an empty one', { chapter: 0, at: 0 }, { chapter: 1, at: 0 }, 'A a2 | B a1 | C c1'],
    ['nowhere', { chapter: 0, at: 0 }, { chapter: 9, at: 0 }, 'A a1 a2 | B | C c1'],
  ])('has a unit put %s', (_, from, to, expected) => {
    expect(said(unitMovedTo(outline, from, to))).toBe(expected);
  });

  test('is gone through step by step, from one end to the other and back', () => {
    const walk = (by: 1 | -1, uid: string): string[] => {
      let now: DraftChapter[] = [...outline];
      const seen: string[] = [];
      for (;;) {
        const index = now.findIndex(({ units }) => units.some((one) => one.uid === uid));
        const from = { chapter: index, at: now[index]!.units.findIndex((one) => one.uid === uid) };
        const to = unitStep(now, from, by);
        if (to === undefined) return seen;
        now = unitMovedTo(now, from, to);
        seen.push(said(now));
      }
    };
    expect(walk(1, 'a1')).toEqual([
      'A a2 a1 | B | C c1',
      'A a2 | B a1 | C c1',
      'A a2 | B | C a1 c1',
      'A a2 | B | C c1 a1',
    ]);
    expect(walk(-1, 'c1')).toEqual([
      'A a1 a2 | B c1 | C',
      'A a1 a2 c1 | B | C',
      'A a1 c1 a2 | B | C',
      'A c1 a1 a2 | B | C',
    ]);
  });

  test('has what was taken out put back where it was', () => {
    const a2 = { kind: 'unit', unit: unit('a2'), chapterUid: 'A', at: 1 } as const;
    const c = { kind: 'chapter', chapter: chapter('C', 'c1'), at: 2 } as const;
    expect(said(restored([chapter('A', 'a1'), chapter('B')], a2))).toBe('A a1 a2 | B');
    expect(said(restored([chapter('A', 'a1'), chapter('B')], c))).toBe('A a1 | B | C c1');
    expect(said(restored([chapter('B', 'b1')], a2))).toBe('B b1 a2');
    expect(unitsOf([a2, c]).map(({ uid }) => uid)).toEqual(['a2', 'c1']);
  });
});
