// The parts of `npm test` that are test runners.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { merged, readPlaywright, readVitest, timesOfPlaywright, timesOfVitest } from './results.mjs';
import { root, runTool } from './run.mjs';

const MINUTE_MS = 60_000;

/** Folder of the reports that the runners write. */
export const REPORTS = join(root, 'test-results', 'reports');
/** File with the durations of the parts of the last whole run. */
export const FIGURES = join(REPORTS, 'seconds.json');

/**
 * The outcome of a part, with the durations of its tests.
 *
 * @typedef {import('./results.mjs').Outcome & { timings: import('./results.mjs').Timing[] }} TimedOutcome
 */

/** One run of a test runner; its outcome is read from the report. @returns {Promise<TimedOutcome>} */
async function suite(name, tool, args, { read, times, env, timeoutMs, isPicked }) {
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  const { code } = await runTool(tool, args, { show: true, env, timeoutMs });
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const failure = `${name} ended with code ${code} and no report: ${error.message}`;
    return { passed: 0, failures: [failure], skipped: [], timings: [] };
  }
  const outcome = read(report);
  // A pattern may match only tests of other parts.
  if (!isPicked && outcome.passed + outcome.failures.length + outcome.skipped.length === 0)
    outcome.failures.push(`${name}: no tests`);
  // Errors outside of tests, such as an unhandled rejection, show in the exit code only.
  if (code !== 0 && outcome.failures.length === 0) outcome.failures.push(`${name} ended with code ${code}`);
  return { ...outcome, timings: times(report) };
}

/** @param {{ name: string, args?: string[], minutes: number, env: object, grep?: string }} options */
export const vitest = ({ name, args = [], minutes, env, grep }) =>
  suite(
    name,
    'vitest',
    [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(REPORTS, `${name}.json`)}`],
      ...args,
      ...(grep === undefined ? [] : ['-t', grep]),
    ],
    {
      // Vitest reports the tests that a pattern leaves out as skipped, Playwright does not report them.
      read: (report) => ({ ...readVitest(report), ...(grep !== undefined && { skipped: [] }) }),
      times: (report) => timesOfVitest(report, root),
      timeoutMs: minutes * MINUTE_MS,
      env,
      isPicked: grep !== undefined,
    },
  );

const playwright = ({ projects, workers, minutes, env, grep }) => {
  const name = `browser-${projects.at(-1)}`;
  return suite(
    name,
    'playwright',
    [
      ...['test', '--config', 'test/playwright.config.ts', '--reporter=list,json'],
      ...projects.map((project) => `--project=${project}`),
      `--workers=${workers}`,
      ...(grep === undefined ? [] : ['--grep', grep, '--pass-with-no-tests']),
    ],
    {
      read: readPlaywright,
      times: timesOfPlaywright,
      timeoutMs: minutes * MINUTE_MS,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, `${name}.json`) },
      isPicked: grep !== undefined,
    },
  );
};

/** Browser tests: packages and pages two at a time, then calls, which need the machine for themselves, one by one. */
export async function browserTests({ env, grep }) {
  const pages = await playwright({ projects: ['packages', 'pages'], workers: 2, minutes: 30, env, grep });
  const calls = await playwright({ projects: ['calls'], workers: 1, minutes: 45, env, grep });
  return { ...merged([pages, calls]), timings: [...pages.timings, ...calls.timings] };
}
