import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fragmentedComments, fragmentLines } from './comments.mjs';

describe('a comment that is a fragment of a sentence', () => {
  it.each([
    ['a line', '// What a socket that was refused is told.'],
    ['the end of a line', 'const limit = 5; // Of one member, at once'],
    ['a short block', '/** Whether the room is open. */'],
    ['a long block', '/**\n * How many members there are,\n * at most.\n */'],
    ['a question in a later sentence', '// That is so. Why?'],
  ])('is found: %s', (_, text) => {
    expect(fragmentLines(`\n${text}\n`)).toEqual([2]);
  });

  it.each([
    ['a sentence', '/** The room is open. */'],
    ['a question', '// What happens to the others?'],
    ['a question over two lines', '/**\n * How many may enter\n * at once?\n */'],
    ['a line within a comment', '// The members see\n// what was sent.\n// Of them, one answers.'],
    ['a longer word', '// Whatever happens, it ends. Offers are made.'],
    ['code', "const text = 'What is it';"],
  ])('is not found in %s', (_, text) => {
    expect(fragmentLines(text)).toEqual([]);
  });
});

describe('folders that are not clean yet', () => {
  let base;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'lectern-comments-'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('are left out until they are clean, and must leave the list then', () => {
    writeFileSync(join(base, 'old.ts'), '// What it is\n');
    expect(fragmentedComments(['old.ts'], base, [])).toEqual([expect.stringContaining('old.ts:1 ')]);
    expect(fragmentedComments(['old.ts'], base, ['rooms'])).toEqual([
      expect.stringContaining('old.ts:1 '),
      expect.stringContaining('rooms has no such comment left'),
    ]);
  });
});
