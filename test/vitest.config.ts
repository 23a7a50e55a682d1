import { configDefaults, defineConfig } from 'vitest/config';
import { WAIT_LIMIT_MS, TEST_TIMEOUT_MS } from './support/eventually.js';
import { LongestFirst } from './support/longest-first.js';

/** Memory of eight members is compared, and delays are measured: no other test may run at the same time. */
const ALONE = ['headless/soak/*.test.ts', 'headless/timing/*.test.ts'];

/** Everything in this package but the browser tests: harness, headless conferences, interoperation. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['lectern-source'] },
  ssr: { resolve: { conditions: ['lectern-source', 'node', 'import', 'module', 'default'] } },
  test: {
    globalSetup: ['support/templates-setup.ts'],
    setupFiles: ['support/vitest-setup.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 20 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 0 } },
      },
      // Conferences run in real time and mostly wait. Their tests wait for conditions and measure no time, so three at
      // once may keep two cores busy.
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
