/**
 * Time budget of each part of `npm test` on two idle cores, in seconds; 20 minutes in all. A run that exceeds a budget
 * reports it and passes: a busy machine fails no test. `docs/benchmarks.md` shows the budgets with the latest figures.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const BUDGETS = Object.freeze({ build: 90, lint: 60, types: 30, unit: 150, headless: 420, browser: 450 });

const START = '<!-- budgets -->';
const END = '<!-- /budgets -->';

/**
 * The parts with their budgets and latest durations, as Markdown for `docs/benchmarks.md`.
 *
 * @param {Readonly<Record<string, number>>} seconds by part; parts without a figure have an empty cell
 * @param {string} conditions of the figures, such as the date and the number of cores
 */
export function budgetSection(seconds, conditions) {
  const row = (name, took, budget) =>
    `| ${name} | ${took === undefined ? '' : `${Math.round(took)} s`} | ≤ ${budget} s |`;
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const all = Object.values(seconds).length === Object.keys(BUDGETS).length ? sum(Object.values(seconds)) : undefined;
  return [
    START,
    `## The parts of \`npm test\``,
    '',
    `Written by \`npm run budgets\` after a whole \`npm test\`; the budgets are those of \`scripts/lib/budgets.mjs\`. ${conditions}`,
    '',
    '| part | measured | budget |',
    '| --- | --- | --- |',
    ...Object.entries(BUDGETS).map(([name, budget]) => row(name, seconds[name], budget)),
    row('all', all, sum(Object.values(BUDGETS))),
    END,
  ].join('\n');
}

/** The text of a document with its section of budgets replaced, or added at its end. */
export function withBudgets(document, section) {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end === -1) return `${document.trimEnd()}\n\n${section}\n`;
  return document.slice(0, start) + section + document.slice(end + END.length);
}

/** @returns {string[]} one complaint for each budget that the document lacks or has otherwise. */
export function budgetGaps(document) {
  const rows = new Map(
    [...document.matchAll(/^\| (\w+) \| [^|]* \| ≤ (\d+) s \|$/gm)].map(([, name, budget]) => [name, Number(budget)]),
  );
  return Object.entries(BUDGETS)
    .filter(([name, budget]) => rows.get(name) !== budget)
    .map(([name, budget]) => `docs/benchmarks.md has no budget of ${budget} s for ${name}: run "npm run budgets"`);
}
