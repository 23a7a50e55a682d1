import { describe, expect, it } from 'vitest';
import { judgeSkips, readPlaywright, readVitest } from './results.mjs';

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
