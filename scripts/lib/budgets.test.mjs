import { expect, it } from 'vitest';
import { budgetGaps, BUDGETS, budgetSection, withBudgets } from './budgets.mjs';

const took = Object.fromEntries(Object.keys(BUDGETS).map((name) => [name, 10.4]));

it('shows each part with its budget, and the sum', () => {
  const section = budgetSection(took, 'Two cores.');
  expect(section).toContain(`| unit | 10 s | ≤ ${BUDGETS.unit} s |`);
  expect(section).toContain(`| all | 62 s |`);
  expect(budgetGaps(section)).toEqual([]);
});

it('leaves figures out that it lacks', () => {
  const section = budgetSection({ unit: 3 }, '');
  expect(section).toContain(`| lint |  | ≤ ${BUDGETS.lint} s |`);
  expect(section).toMatch(/^\| all \| {2}\|/m);
});

it('replaces the section of a document and nothing else', () => {
  const first = withBudgets('# Benchmarks\n\nText.\n', budgetSection(took, 'one'));
  const second = withBudgets(`${first}More.\n`, budgetSection(took, 'two'));
  expect(second).toBe(`${first.replace('one', 'two')}More.\n`);
});

it('complains about budgets that are not those of the code', () => {
  const other = budgetSection(took, '').replace(`≤ ${BUDGETS.lint} s`, '≤ 1 s');
  expect(budgetGaps(other)).toHaveLength(1);
  expect(budgetGaps('')).toHaveLength(Object.keys(BUDGETS).length);
});

it('keeps the whole within 20 minutes', () => {
  expect(Object.values(BUDGETS).reduce((total, seconds) => total + seconds, 0)).toBeLessThanOrEqual(20 * 60);
});
