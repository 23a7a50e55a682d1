import { defineConfig } from 'vitest/config';

/** Everything in this package but the browser tests: harness, headless conferences, interoperation. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['lectern-source'] },
  ssr: { resolve: { conditions: ['lectern-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: ['**/*.test.ts'],
    // Conferences are real: they take real seconds, and one at a time gives each of them the whole machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000, interval: 20 } },
  },
});
