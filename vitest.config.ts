import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { WAIT_LIMIT_MS, TEST_TIMEOUT_MS } from './test/support/eventually.js';

// Unit tests of every package: `npx vitest run`, `npx vitest run --project sdk`. Packages find one another's sources by
// the export condition `lectern-source`, so nothing has to be built first. What spans packages is in test/.

const resolve = { conditions: ['lectern-source', 'module', 'browser', 'development|production'] };
const ssr = { resolve: { conditions: ['lectern-source', 'module', 'node', 'development|production'] } };

const timeouts = {
  setupFiles: [`${import.meta.dirname}/test/support/vitest-setup.ts`],
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
};

/** A real PostgreSQL for all test files of a project. */
const globalSetup = [`${import.meta.dirname}/test/support/postgres-setup.ts`];

const LEFTOVERS = 'src/leftovers.test.ts';

/** By default one fewer than there are cores, which is one where there are two. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

const project = (name: string, root: string, environment: 'node' | 'jsdom' = 'node', test: object = {}) => ({
  resolve,
  ssr,
  root: `${import.meta.dirname}/${root}`,
  test: {
    maxWorkers,
    ...timeouts,
    name,
    environment,
    include: ['src/**/*.test.{ts,tsx}'],
    passWithNoTests: false,
    // Tests leave nothing behind in modules, so modules need not be loaded anew for each file.
    isolate: false,
    ...test,
  },
});

export default defineConfig({
  test: {
    projects: [
      project('kit', 'kit', 'node', { globalSetup }),
      project('sdk', 'sdk'),
      project('react-bindings', 'react-bindings', 'jsdom'),
      project('server', 'server', 'node', { exclude: [...configDefaults.exclude, LEFTOVERS] }),
      // It counts the objects in the memory of its process, in which no other test may have left any.
      project('server-memory', 'server', 'node', { include: [LEFTOVERS], isolate: true }),
      project('contract', 'demo-marketplace/contract'),
      project('api', 'demo-marketplace/api', 'node', { globalSetup }),
      project('demo-data', 'demo-marketplace/demo-data', 'node', { globalSetup }),
      project('web', 'demo-marketplace/web', 'jsdom'),
      project('start', 'demo-marketplace'),
      { test: { maxWorkers, name: 'scripts', root: `${import.meta.dirname}/scripts`, include: ['**/*.test.mjs'] } },
    ],
  },
});
