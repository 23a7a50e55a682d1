import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oldNames } from './words.mjs';

let base;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lectern-words-'));
});
afterEach(() => rmSync(base, { recursive: true }));

test('a former name is refused with its place, a longer name that contains it is not', () => {
  writeFileSync(join(base, 'paid.ts'), 'const x = 1;\ntellPaid(x);\n');
  writeFileSync(join(base, 'fine.ts'), 'notifyPaid();\ntellPaidLater();\n');
  writeFileSync(join(base, 'history.md'), 'tellPaid\n');
  expect(oldNames(['paid.ts', 'fine.ts', 'history.md'], base)).toEqual([
    expect.stringContaining('paid.ts:2 uses the former name tellPaid'),
  ]);
});
