import { stripVTControlCharacters } from 'node:util';

/**
 * Results of a run of tests.
 *
 * @typedef {{ passed: number, failures: string[], skipped: string[] }} Outcome
 */

/**
 * Duration of one test.
 *
 * @typedef {{ title: string, ms: number }} Timing
 */

/**
 * Lines of a failure that are repeated at the end of the output, because only the last lines of a long run are kept.
 */
const MAX_LINES = 30;
const MAX_LENGTH = 500;

const because = (title, messages) => {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n'));
  const shown = lines.filter((line) => line.trim() !== '').slice(0, MAX_LINES);
  return [title, ...shown.map((line) => `    ${line.slice(0, MAX_LENGTH)}`)].join('\n');
};

/** @returns {Outcome} of the JSON that vitest writes. */
export function readVitest(report) {
  const outcome = { passed: 0, failures: [], skipped: [] };
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      const title = [...test.ancestorTitles, test.title].join(' › ');
      if (test.status === 'passed') outcome.passed += 1;
      else if (test.status === 'failed') outcome.failures.push(because(title, test.failureMessages));
      else outcome.skipped.push(title);
    }
    const hasFailed = file.assertionResults.some((test) => test.status === 'failed');
    if (file.status === 'failed' && !hasFailed) outcome.failures.push(`${file.name}: ${file.message ?? 'did not run'}`);
  }
  return outcome;
}

/** @returns {Timing[]} of the JSON that vitest writes, with the file before the title. */
export const timesOfVitest = (report, base) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ duration }) => typeof duration === 'number')
      .map(({ ancestorTitles, title, duration }) => ({
        title: [name.replace(base, ''), ...ancestorTitles, title].join(' › '),
        ms: duration,
      })),
  );

/** @returns {Timing[]} of the JSON that Playwright writes. */
export function timesOfPlaywright(report) {
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap(({ results }) =>
        results.map(({ duration }) => ({ title: [...titles, spec.title].join(' › '), ms: duration })),
      ),
    ),
    ...(suite.suites ?? []).flatMap((child) => walk(child, [...titles, child.title])),
  ];
  return report.suites.flatMap((suite) => walk(suite, [suite.title]));
}

/** The longest durations, in descending order. */
export const slowest = (timings, count = 10) => timings.toSorted((a, b) => b.ms - a.ms).slice(0, count);

/** Several outcomes as one. @returns {Outcome} */
export const merged = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  skipped: outcomes.flatMap(({ skipped }) => skipped),
});

const messagesOf = (test) =>
  test.results.flatMap(({ errors }) => errors.map(({ message, snippet = '' }) => `${message}\n${snippet}`));

/** @returns {Outcome} of the JSON that Playwright writes; a test that passed only when repeated has failed. */
export function readPlaywright(report) {
  const outcome = { passed: 0, failures: report.errors.map((error) => error.message ?? String(error)), skipped: [] };
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      const title = [...titles, spec.title].join(' › ');
      for (const test of spec.tests) {
        if (test.status === 'expected') outcome.passed += 1;
        else if (test.status === 'skipped') outcome.skipped.push(title);
        else outcome.failures.push(because(title, messagesOf(test)));
      }
    }
    for (const child of suite.suites ?? []) walk(child, [...titles, child.title]);
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  return outcome;
}

/**
 * Decides which skips are acceptable: a test that needs Firefox, by its title, where there is no Firefox. Any other
 * skipped test could have run, so it counts as failed.
 *
 * @param {Outcome} outcome
 * @param {{ hasFirefox: boolean }} machine
 */
export function judgeSkips(outcome, { hasFirefox }) {
  const isFair = (title) => !hasFirefox && /firefox/i.test(title);
  return {
    passed: outcome.passed,
    failures: [...outcome.failures, ...outcome.skipped.filter((title) => !isFair(title)).map((t) => `skipped: ${t}`)],
    skipped: outcome.skipped.filter(isFair),
  };
}
