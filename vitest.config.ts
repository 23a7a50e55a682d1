import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './test/support/eventually.js';

// Unit tests of every package: `npx vitest run`, `npx vitest run --project sdk`. Packages find one another's sources by
// the export condition `lectern-source`, so nothing has to be built first. What spans packages is in test/.

const resolve = { conditions: ['lectern-source', 'module', 'browser', 'development|production'] };
const ssr = { resolve: { conditions: ['lectern-source', 'module', 'node', 'development|production'] } };

const patience = {
  setupFiles: [`${import.meta.dirname}/test/support/vitest-setup.ts`],
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/** By default one fewer than there are cores, which is one where there are two. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

const project = (name: string, root: string, environment: 'node' | 'jsdom' = 'node', test: object = {}) => ({
  resolve,
  ssr,
  root: `${import.meta.dirname}/${root}`,
  test: {
    maxWorkers,
    ...patience,
    ...test,
    name,
    environment,
    include: ['src/**/*.test.{ts,tsx}'],
    passWithNoTests: false,
  },
});

export default defineConfig({
  test: {
    projects: [
      // Its tests leave nothing behind in modules, so they need not load them anew for each file.
      project('sdk', 'sdk', 'node', { isolate: false }),
      project('react-bindings', 'react-bindings', 'jsdom', { isolate: false }),
      project('server', 'server', 'node', { isolate: false }),
      project('contract', 'demo-marketplace/contract', 'node', { isolate: false }),
      project('api', 'demo-marketplace/api', 'node', {
        isolate: false,
        globalSetup: [`${import.meta.dirname}/test/support/postgres-setup.ts`],
      }),
      project('web', 'demo-marketplace/web', 'jsdom', { isolate: false }),
      project('start', 'demo-marketplace'),
      { test: { maxWorkers, name: 'scripts', root: `${import.meta.dirname}/scripts`, include: ['**/*.test.mjs'] } },
    ],
  },
});
