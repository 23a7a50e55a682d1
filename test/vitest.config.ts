import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './support/eventually.js';

/** Everything in this package but the browser tests: harness, headless conferences, interoperation. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['lectern-source'] },
  ssr: { resolve: { conditions: ['lectern-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: ['**/*.test.ts'],
    // Conferences are real: they take real seconds, and one at a time gives each of them the whole machine.
    fileParallelism: false,
    setupFiles: ['support/vitest-setup.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
  },
});
