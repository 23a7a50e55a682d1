import { defineConfig, type ReporterDescription } from '@playwright/test';
import { chromiumOptions } from './support/browsers.js';
import { WAIT_LIMIT_MS, TEST_TIMEOUT_MS } from './support/eventually.js';

const jsonReport = process.env['PLAYWRIGHT_JSON_REPORT'];
const reporters: ReporterDescription[] = [['list']];
if (jsonReport !== undefined && jsonReport !== '') reporters.push(['json', { outputFile: jsonReport }]);

/** Specs without real-time audio or video over the network. */
const WITHOUT_MEDIA = [
  'browser/chat.spec.ts',
  'browser/market-*.spec.ts',
  'interop/im.spec.ts',
  'interop/im-connection.spec.ts',
  'interop/im-groups.spec.ts',
];
/** Its tests build for most of the time, and demand nothing of the quality of media. */
const PACKAGES = 'packages/packages.spec.ts';

/**
 * Tests that need real browsers. `PLAYWRIGHT_JSON_REPORT` names a file for the results as JSON. Those of the
 * projects `packages` and `pages` may run two at a time (`--project=packages --project=pages --workers=2`, as `npm test`
 * does); calls are real-time, and two at once would starve each other.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'build/playwright',
  globalSetup: './support/templates-setup.ts',
  workers: 1,
  fullyParallel: false,
  projects: [
    // The longest file begins first, so that it does not run alone at the end.
    { name: 'packages', testMatch: PACKAGES },
    { name: 'pages', testMatch: WITHOUT_MEDIA },
    { name: 'calls', testMatch: '**/*.spec.ts', testIgnore: [...WITHOUT_MEDIA, PACKAGES] },
  ],
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_LIMIT_MS },
  reporter: reporters,
  use: { launchOptions: chromiumOptions(), trace: 'off' },
});
