// @vitest-environment node
import { expect, test } from 'vitest';
import { chapterSlot, unitSlot } from './slots.js';

const reach = (top: number, bottom: number) => ({ top, bottom });
/** Two chapters below each other, one of them with a tall unit and a small one, and one without any. */
const CHAPTERS = [
  { ...reach(0, 500), units: [reach(100, 300), reach(310, 350)] },
  { ...reach(520, 600), units: [] },
];

test.each([
  [-50, 0],
  [249, 0],
  [251, 1],
  [559, 1],
  [900, 2],
])('a chapter dropped at %d comes before chapter %d', (y, at) => {
  expect(chapterSlot(CHAPTERS, y)).toBe(at);
});

test.each([
  [-50, { chapter: 0, at: 0 }],
  [199, { chapter: 0, at: 0 }],
  [201, { chapter: 0, at: 1 }],
  [331, { chapter: 0, at: 2 }],
  [510, { chapter: 0, at: 2 }],
  [521, { chapter: 1, at: 0 }],
  [900, { chapter: 1, at: 0 }],
])('a unit dropped at %d comes to %j', (y, place) => {
  expect(unitSlot(CHAPTERS, y)).toEqual(place);
});

test('without chapters there is no place for a unit', () => {
  expect(unitSlot([], 0)).toBeUndefined();
});
