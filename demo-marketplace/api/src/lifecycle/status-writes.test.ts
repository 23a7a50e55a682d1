import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** Tables with a lifecycle, and the name of its transition table. */
const LIFECYCLES: Readonly<Record<string, string>> = {
  orders: 'ORDER',
  refunds: 'REFUND',
  refundTransfers: 'REFUND_TRANSFER',
  crowdfunds: 'CAMPAIGN',
  withdrawals: 'WITHDRAWAL',
  courses: 'COURSE',
  courseDrafts: 'COURSE',
  providerApplications: 'APPLICATION',
};

const UPDATE = /\.update\((\w+)\)\s*\.set\(\{([\s\S]*?)\}\)/g;

/** Updates that write a state without its transition table. */
function withoutTable(source: string): string[] {
  return [...source.matchAll(UPDATE)].flatMap(([update, table = '', columns = '']) => {
    const lifecycle = LIFECYCLES[table];
    if (lifecycle === undefined || !/\b(status|state)\b/.test(columns)) return [];
    const isLiteral = /\b(status|state):\s*('|[A-Z]\w+\.[A-Z])/.test(columns);
    const usesTable = new RegExp(`\\b${lifecycle}\\.(next|target)\\(|courseStateOf|\\bnext: CourseState`).test(source);
    return isLiteral || !usesTable ? [update.replaceAll(/\s+/g, ' ')] : [];
  });
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
);

test('a state changes by its transition table only', () => {
  const found = files.flatMap((file) =>
    withoutTable(readFileSync(join(SOURCES, file), 'utf8')).map((update) => `${file}: ${update}`),
  );
  expect(found).toEqual([]);
});

test('the files that change states are among those that are read', () => {
  const changing = files.filter((file) => {
    const updates = [...readFileSync(join(SOURCES, file), 'utf8').matchAll(UPDATE)];
    return updates.some(([, table = '', columns = '']) => table in LIFECYCLES && /\b(status|state)\b/.test(columns));
  });
  expect(changing.length).toBeGreaterThanOrEqual(6);
});

test.each([
  "db.update(orders).set({ status: 'paid', paidAt: now })",
  'db.update(withdrawals).set({ status: WithdrawalStatus.Success })',
  'db\n    .update(courses)\n    .set({ status, updatedAt })',
])('an update beside the table is found: %s', (source) => {
  expect(withoutTable(source)).toHaveLength(1);
});
