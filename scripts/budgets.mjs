// Writes the budgets of `npm test`, with the figures of its last whole run, into docs/benchmarks.md: `npm run budgets`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { budgetSection, withBudgets } from './lib/budgets.mjs';
import { root } from './lib/run.mjs';
import { FIGURES } from './lib/suites.mjs';

const document = join(root, 'docs/benchmarks.md');
const figures = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, 'utf8')) : undefined;
if (figures === undefined) console.log('There are no figures yet: they come from a whole npm test that passes.');
const conditions = figures === undefined ? 'No run yet.' : `Last run: ${figures.date}, ${figures.cores} cores.`;
writeFileSync(document, withBudgets(readFileSync(document, 'utf8'), budgetSection(figures?.seconds ?? {}, conditions)));
