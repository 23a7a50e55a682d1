import { cpus } from 'node:os';
import type { BenchResult } from './result.js';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const verdict = ({ isMet }: BenchResult): string => (isMet === undefined ? 'watched' : isMet ? 'met' : '**missed**');

/** The report as Markdown, for `docs/benchmarks.md`. */
export const toMarkdown = (results: readonly BenchResult[], facts: readonly string[]): string =>
  [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; do not edit. Sizes and counts are exact. Times are compared with a control in the same',
    'run, since a wall-clock time alone says more of the machine than of the code.',
    '',
    `Last run: ${[new Date().toISOString().slice(0, 10), `Node ${process.versions.node}`, ...facts, `${cpus().length} cores`].join(', ')}.`,
    '',
    row(['what', 'measured', 'budget', '', 'how']),
    row(['---', '---', '---', '---', '---']),
    ...results.map((result) => row([result.name, result.value, result.budget ?? '', verdict(result), result.note])),
    '',
  ].join('\n');

/** The end of a report that benchmarks do not write: the budgets of `npm test`, from their first line on. */
export const keptOf = (report: string): string => {
  const start = report.indexOf('<!-- budgets -->');
  return start === -1 ? '' : `\n${report.slice(start)}`;
};
