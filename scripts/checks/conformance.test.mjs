import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conformanceGaps } from './conformance.mjs';

const root = mkdtempSync(join(tmpdir(), 'conformance-'));
writeFileSync(join(root, 'a.ts'), 'code');
writeFileSync(join(root, 'a.test.ts'), "it('joins', () => {})");
afterAll(() => rmSync(root, { recursive: true }));

const table = (row) => ['| statement | where | test |', '| --- | --- | --- |', row, ''].join('\n');

describe('the conformance table', () => {
  it.each([
    ['| joins | `a.ts` | `a.test.ts` › “joins” |'],
    ['| joins | `a.ts`, `a.test.ts` | `a.test.ts` |'],
    ['| calls | later: calls | |'],
  ])('takes %s', (row) => {
    expect(conformanceGaps(table(row), root)).toEqual([]);
  });

  it.each([
    ['| joins | | |', 'names no file'],
    ['| joins | `a.ts` | |', 'names no file, or no test'],
    ['| joins | `b.ts` | `a.test.ts` |', 'there is no b.ts'],
    ['| joins | `a.ts` | `a.test.ts` › “leaves” |', 'has no test “leaves”'],
    ['| joins | later: | |', 'names no file'],
  ])('complains of %s', (row, complaint) => {
    expect(conformanceGaps(table(row), root)).toEqual([expect.stringContaining(complaint)]);
  });

  it('says in which document a row is wrong', () => {
    expect(conformanceGaps(table('| joins | | |'), root, 'docs/other.md')).toEqual([
      expect.stringMatching(/^docs\/other\.md:3: “joins”/),
    ]);
  });
});
