import { expect, test } from 'vitest';
import { keptOf, toMarkdown } from './report.js';

test('the budgets of npm test, which stand at the end of the report, are kept', () => {
  const budgets = '<!-- budgets -->\n| unit | 1 s | ≤ 2 s |\n<!-- /budgets -->\n';
  const report = toMarkdown([], []) + keptOf(`# Benchmarks\n\n| old | figures |\n\n${budgets}`);
  expect(report).toContain('# Benchmarks');
  expect(report).not.toContain('old');
  expect(report.endsWith(`\n${budgets}`)).toBe(true);
  expect(keptOf('# Benchmarks\n')).toBe('');
});
