import { describe, expect, it } from 'vitest';
import {
  judgeSkips,
  merged,
  readPlaywright,
  readVitest,
  slowest,
  timesOfPlaywright,
  timesOfVitest,
} from './results.mjs';

const test = (title, status, failureMessages = []) => ({ ancestorTitles: ['a'], title, status, failureMessages });

describe('readVitest', () => {
  it('counts tests with their reasons, and a file that could not be loaded as a failure', () => {
    const report = {
      testResults: [
        {
          name: 'x',
          status: 'failed',
          assertionResults: [
            test('1', 'passed'),
            test('2', 'failed', ['\u001b[31mno\u001b[39m\n\nway']),
            test('3', 'pending'),
          ],
        },
        { name: 'y', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(readVitest(report)).toEqual({
      passed: 1,
      failures: ['a › 2\n    no\n    way', 'y: no such module'],
      skipped: ['a › 3'],
    });
  });
});

describe('readPlaywright', () => {
  it('counts nested tests, and a flaky one as failed', () => {
    const spec = (title, status, errors = []) => ({ title, tests: [{ status, results: [{ errors }] }] });
    const report = {
      errors: [{ message: 'no server' }],
      suites: [
        {
          title: 'f',
          specs: [spec('1', 'expected'), spec('2', 'flaky')],
          suites: [
            {
              title: 'g',
              specs: [spec('3', 'unexpected', [{ message: 'late', snippet: '> 7 | x' }]), spec('4', 'skipped')],
            },
          ],
        },
      ],
    };
    expect(readPlaywright(report)).toEqual({
      passed: 1,
      failures: ['no server', 'f › 2', 'f › g › 3\n    late\n    > 7 | x'],
      skipped: ['f › g › 4'],
    });
  });
});

describe('judgeSkips', () => {
  const outcome = { passed: 1, failures: [], skipped: ['Firefox sees Chromium', 'other'] };

  it('allows only what needs an absent Firefox', () => {
    expect(judgeSkips(outcome, { hasFirefox: false })).toEqual({
      passed: 1,
      failures: ['skipped: other'],
      skipped: ['Firefox sees Chromium'],
    });
    expect(judgeSkips(outcome, { hasFirefox: true }).failures).toHaveLength(2);
  });
});

describe('the durations of tests', () => {
  it('are read from both reports, and the longest come first', () => {
    const ofVitest = timesOfVitest(
      {
        testResults: [
          {
            name: '/repository/x.test.ts',
            assertionResults: [{ ...test('1', 'passed'), duration: 5 }, test('2', 'pending')],
          },
        ],
      },
      '/repository/',
    );
    expect(ofVitest).toEqual([{ title: 'x.test.ts › a › 1', ms: 5 }]);
    const spec = { title: '3', tests: [{ results: [{ duration: 9 }] }] };
    const ofPlaywright = timesOfPlaywright({
      suites: [{ title: 'y.spec.ts', suites: [{ title: 'g', specs: [spec] }] }],
    });
    expect(ofPlaywright).toEqual([{ title: 'y.spec.ts › g › 3', ms: 9 }]);
    expect(slowest([...ofVitest, ...ofPlaywright, ...ofVitest], 2)).toEqual([...ofPlaywright, ...ofVitest]);
  });
});

describe('merged', () => {
  it('adds up what became of the tests of several runs', () => {
    const one = { passed: 1, failures: ['a'], skipped: [] };
    const other = { passed: 2, failures: ['b'], skipped: ['c'] };
    expect(merged([one, other])).toEqual({ passed: 3, failures: ['a', 'b'], skipped: ['c'] });
  });
});
