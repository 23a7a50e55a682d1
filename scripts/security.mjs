// The security suite: `npm run security`. Its tests are those that docs/security.md names; all of them must run.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { merged } from './lib/results.mjs';
import { green, red, root } from './lib/run.mjs';
import { notRun, SECURITY_DOCUMENT, selectionOf, SUITE_BUDGET_S, suiteOf } from './lib/security-suite.mjs';
import { REPORTS, vitest } from './lib/suites.mjs';

const MINUTES = 10;

/** Runs the tests of one configuration. @returns {Promise<import('./lib/results.mjs').Outcome>} */
async function runEntries(name, entries, args) {
  const { files, grep } = selectionOf(entries);
  const outcome = await vitest({ name, args: [...args, ...files], minutes: MINUTES, env: {}, grep });
  const report = JSON.parse(readFileSync(join(REPORTS, `${name}.json`), 'utf8'));
  return merged([
    outcome,
    { passed: 0, failures: notRun(entries, report, root).map((test) => `did not run: ${test}`), skipped: [] },
  ]);
}

const entries = suiteOf(readFileSync(join(root, SECURITY_DOCUMENT), 'utf8'));
const isHeadless = ({ file }) => file.startsWith('test/');
const started = performance.now();
mkdirSync(REPORTS, { recursive: true });
const { passed, failures } = merged([
  await runEntries(
    'security-unit',
    entries.filter((entry) => !isHeadless(entry)),
    [],
  ),
  await runEntries('security-headless', entries.filter(isHeadless), ['--config', 'test/vitest.config.ts']),
]);
const seconds = (performance.now() - started) / 1000;
const figure = `the security suite took ${seconds.toFixed(0)} s; its budget on two idle cores is ${SUITE_BUDGET_S} s`;
console.log(seconds > SUITE_BUDGET_S ? red(figure) : green(figure));
for (const failure of failures) console.log(red(`failed: ${failure}`));
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failures.length} failed`);
