import { describe, expect, it } from 'vitest';
import { readRange } from './range.js';

describe('a Range header', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=90-500', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-500', { from: 0, to: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=20-10', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['items=0-1', 'all'],
  ])('%s', (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });
});
