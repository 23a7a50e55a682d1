import { expect, test } from 'vitest';
import { searchQuery, searchTokens } from './search-tokens.js';

test('Chinese is found by characters and by pairs, words by themselves', () => {
  expect(searchTokens(['高中數學 Python3入門'])).toEqual(
    expect.arrayContaining(['高', '高中', '中數', '數學', 'python3', '入門']),
  );
  expect(searchTokens(['', '——！'])).toEqual([]);
  expect(searchTokens(['ＡＩ', 'ai'])).toEqual(['ai']);
});

test('a question asks for all of it, words by their beginning', () => {
  expect(searchQuery('高中數學')).toBe("'高中' & '中數' & '數學'");
  expect(searchQuery('數 Pyth')).toBe("'pyth':* & '數'");
});

test('signs that mean something to the database mean nothing', () => {
  expect(searchQuery("' | ! & :* \\ ()")).toBe('');
  expect(searchQuery("it's")).toBe("'it':* & 's':*");
});
