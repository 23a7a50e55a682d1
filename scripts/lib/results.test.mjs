import { describe, expect, it } from 'vitest';
import { judgeSkips, readPlaywright, readVitest } from './results.mjs';

const test = (title, status) => ({ ancestorTitles: ['a'], title, status });

describe('readVitest', () => {
  it('counts tests, and a file that could not be loaded as a failure', () => {
    const report = {
      testResults: [
        {
          name: 'x',
          status: 'failed',
          assertionResults: [test('1', 'passed'), test('2', 'failed'), test('3', 'pending')],
        },
        { name: 'y', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(readVitest(report)).toEqual({ passed: 1, failures: ['a › 2', 'y: no such module'], skipped: ['a › 3'] });
  });
});

describe('readPlaywright', () => {
  it('counts nested tests, and a flaky one as failed', () => {
    const spec = (title, status) => ({ title, tests: [{ status }] });
    const report = {
      errors: [{ message: 'no server' }],
      suites: [
        {
          title: 'f',
          specs: [spec('1', 'expected'), spec('2', 'flaky')],
          suites: [{ title: 'g', specs: [spec('3', 'unexpected'), spec('4', 'skipped')] }],
        },
      ],
    };
    expect(readPlaywright(report)).toEqual({
      passed: 1,
      failures: ['no server', 'f › 2', 'f › g › 3'],
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
