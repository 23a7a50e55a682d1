import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';
import { notRun, SECURITY_DOCUMENT, selectionOf, suiteGaps, suiteOf } from './security-suite.mjs';

const document = readFileSync(join(root, SECURITY_DOCUMENT), 'utf8');

const table = (row) => [
  '# x',
  '## The security suite',
  '',
  '| attack | where | test |',
  '| --- | --- | --- |',
  row,
  '',
];
const one = table('| Replays | `a.ts` | `a.test.ts` › “%s is (once) $name” |').join('\n');

const reportOf = (...results) => ({
  testResults: [
    {
      name: '/repo/a.test.ts',
      assertionResults: results.map(([title, status]) => ({ ancestorTitles: ['x'], title, status })),
    },
  ],
});

test('the document has tests of every finding and of every kind of attack', () => {
  expect(suiteGaps(document)).toEqual([]);
});

test.each(['| 7. Files', '| Slow clients'])('a document without the row “%s” has a gap', (start) => {
  const rows = document.split('\n').filter((line) => !line.startsWith(start));
  expect(suiteGaps(rows.join('\n'))).toEqual([expect.stringContaining(start.slice(2, 4))]);
});

test('a test of the browser is none that the suite runs', () => {
  expect(suiteGaps(document.replaceAll('start.test.ts` › “refuses', 'start.spec.ts` › “refuses'))).toEqual([
    expect.stringContaining('start.spec.ts is no file that the suite runs'),
  ]);
});

test('tests after the section are not of the suite', () => {
  expect(suiteOf(`${one}\n## Next\n${table('| x | `b.ts` | `b.test.ts` › “y” |').slice(3).join('\n')}`)).toHaveLength(
    1,
  );
});

test('names are told apart from patterns, and placeholders stand for any text', () => {
  const { files, grep } = selectionOf(suiteOf(one));
  expect(files).toEqual(['a.test.ts']);
  expect(new RegExp(grep).test('x GET /a is (once) for all')).toBe(true);
  expect(new RegExp(grep).test('x GET /a is once for all')).toBe(false);
});

test.each(['skipped', 'todo'])('a test that was %s did not run', (status) => {
  const entries = suiteOf(one);
  expect(notRun(entries, reportOf(['a is (once) b', 'passed']), '/repo')).toEqual([]);
  expect(notRun(entries, reportOf(['a is (once) b', status]), '/repo')).toEqual([
    'Replays: a.test.ts › %s is (once) $name',
  ]);
  expect(notRun(entries, reportOf(['a is twice', 'passed']), '/repo')).toHaveLength(1);
});
