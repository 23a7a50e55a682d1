import { defineConfig, type ReporterDescription } from '@playwright/test';
import { chromiumOptions } from './support/browsers.js';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './support/eventually.js';

const jsonReport = process.env['PLAYWRIGHT_JSON_REPORT'];
const reporters: ReporterDescription[] = [['list']];
if (jsonReport !== undefined && jsonReport !== '') reporters.push(['json', { outputFile: jsonReport }]);

/** Tests that need real browsers. `PLAYWRIGHT_JSON_REPORT` names a file for the results as JSON. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'build/playwright',
  // Calls are real-time: two at once would starve each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: reporters,
  use: { launchOptions: chromiumOptions(), trace: 'off' },
});
