// The security suite is the tests that two tables of docs/security.md name.
import { join } from 'node:path';
import { rowsOf } from '../checks/conformance.mjs';

/** The document that names the tests of the suite. */
export const SECURITY_DOCUMENT = 'docs/security.md';
/** Time that the suite may take on two idle cores, in seconds. */
export const SUITE_BUDGET_S = 120;

const START = '## The security suite';
const TEST = /`([^`]+)` › “([^”]+)”/g;
/** Number of findings, which are numbered from 1 on. */
const FINDINGS = 14;
/** Kinds of attack that the suite has to try. */
const KINDS = [
  ...[
    'Wrong identities',
    'Identifiers of others',
    'Replays',
    'Forged callbacks',
    'Formatted text',
    'Tricks with paths',
  ],
  ...['Polyglots', 'Targets inside the network', 'Roles and tickets', 'The corpus of packets', 'Slow clients'],
  ...['Everything that is too large', 'Races for money'],
];

/**
 * A test of the suite.
 *
 * @typedef {{ attack: string, file: string, name: string }} Entry
 */

const suiteRows = (markdown) => {
  const start = markdown.indexOf(START);
  const end = markdown.indexOf('\n## ', start + START.length);
  return start === -1 ? [] : rowsOf(markdown.slice(start, end === -1 ? undefined : end)).map(({ cells }) => cells);
};

/** @returns {Entry[]} the tests that the document names in its section of the suite */
export const suiteOf = (markdown) =>
  suiteRows(markdown).flatMap(([attack = '', , tests = '']) =>
    [...tests.matchAll(TEST)].map(([, file, name]) => ({ attack, file, name })),
  );

/** @returns {string[]} what is missing in the document's section of the suite */
export function suiteGaps(markdown) {
  const entries = suiteOf(markdown);
  const attacks = entries.map(({ attack }) => attack);
  const expected = [...Array.from({ length: FINDINGS }, (_, index) => `${index + 1}. `), ...KINDS];
  const absent = expected.filter((start) => !attacks.some((attack) => attack.startsWith(start)));
  return [
    ...absent.map((start) => `${SECURITY_DOCUMENT}: the suite has no test of “${start.trim()}”`),
    ...entries
      .filter(({ file }) => !file.endsWith('.test.ts'))
      .map(({ file }) => `${SECURITY_DOCUMENT}: ${file} is no file that the suite runs`),
  ];
}

const escaped = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
/** Placeholders of parametrised tests stand for any text. */
const PLACEHOLDER = /%[sdijfo]|\\?\$[a-zA-Z.]+/g;
const patternOf = (name) => escaped(name).replaceAll(PLACEHOLDER, '.*');

/** @param {readonly Entry[]} entries @returns {{ files: string[], grep: string }} arguments of the runner */
export const selectionOf = (entries) => ({
  files: [...new Set(entries.map(({ file }) => file))],
  grep: [...new Set(entries.map(({ name }) => patternOf(name)))].join('|'),
});

/**
 * @param {readonly Entry[]} entries
 * @param {object} report the JSON that vitest wrote
 * @returns {string[]} the tests that did not run, by attack
 */
export function notRun(entries, report, root) {
  const ran = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title }) => ({ file: name, title: [...ancestorTitles, title].join(' ') })),
  );
  const hasRun = ({ file, name }) => {
    const pattern = new RegExp(patternOf(name));
    return ran.some((test) => test.file === join(root, file) && pattern.test(test.title));
  };
  return entries.filter((entry) => !hasRun(entry)).map(({ attack, file, name }) => `${attack}: ${file} › ${name}`);
}
