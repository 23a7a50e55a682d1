// Everything that must hold: `npm test`, or a part of it: `npm test -- --only lint,unit [--no-build] [--grep pattern]`.
// With `--busy` another process keeps one core busy. The last line printed is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { lint } from './lint.mjs';
import { ensureChromium, findFirefox } from './lib/browsers.mjs';
import { BUDGETS } from './lib/budgets.mjs';
import { judgeSkips, slowest } from './lib/results.mjs';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';
import { browserTests, REPORTS, vitest } from './lib/suites.mjs';
import { readTestOptions } from './lib/test-options.mjs';

/** One command that counts as one test. */
const single = async (name, running) => {
  const started = performance.now();
  const { code, output } = await running;
  console.log(`${code === 0 ? green('✓') : red('✗')} ${name} ${dim(since(started))}`);
  if (code !== 0) console.log(output.trim());
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], skipped: [] };
};

/** @type {Record<string, (given: { env: object, grep?: string }) => Promise<import('./lib/results.mjs').Outcome>>} */
const RUN = {
  build: () => single('build', run(process.execPath, [join(root, 'scripts/build.mjs')])),
  lint: async () => {
    const { passed, failed } = await lint();
    return { passed: passed.length, failures: failed.map((step) => `lint ${step}`), skipped: [] };
  },
  types: () => single('types', runTool('tsc', ['-b'])),
  unit: (given) => vitest({ ...given, name: 'unit', minutes: 30 }),
  headless: (given) =>
    vitest({ ...given, name: 'headless', args: ['--config', 'test/vitest.config.ts'], minutes: 45 }),
  browser: browserTests,
};

/** Runs one part and prints how long it and its slowest tests took. */
async function runPart(name, given) {
  console.log(`\n${dim('──')} ${name}`);
  const started = performance.now();
  const { timings = [], ...outcome } = await RUN[name](given);
  const seconds = (performance.now() - started) / 1000;
  if (timings.length > 0) {
    console.log(`\nslowest tests of ${name}:`);
    for (const { title, ms } of slowest(timings)) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
  }
  const figure = `${name} took ${seconds.toFixed(1)} s; its budget on two idle cores is ${BUDGETS[name]} s`;
  console.log(seconds > BUDGETS[name] ? red(`${figure}, which it exceeds`) : dim(figure));
  return { outcome: judgeSkips(outcome, given), seconds };
}

/** The figures of a whole run, from which `npm run budgets` writes the table of docs/benchmarks.md. */
function writeFigures(seconds, isWhole) {
  const file = join(REPORTS, 'seconds.json');
  if (!isWhole) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, JSON.stringify({ date, cores: availableParallelism(), seconds }, null, 2));
}

let options;
try {
  options = readTestOptions(process.argv.slice(2));
} catch (error) {
  console.error(`test: ${error.message}`);
  process.exit(2);
}
const { parts, grep, isBusy } = options;
const started = performance.now();
mkdirSync(REPORTS, { recursive: true });

const firefox = findFirefox();
const needsBrowser = parts.includes('headless') || parts.includes('browser');
const chromium = needsBrowser ? await ensureChromium() : undefined;
const env = { ...(chromium && { CHROMIUM_PATH: chromium }), ...(firefox && { FIREFOX_PATH: firefox }) };
const busy = isBusy ? spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : undefined;
// It must not outlive the run, however that ends.
process.on('exit', () => busy?.kill('SIGKILL'));

/** @type {import('./lib/results.mjs').Outcome} */
const total = { passed: 0, failures: [], skipped: [] };
const seconds = {};
for (const name of parts) {
  const part = await runPart(name, { env, grep, hasFirefox: firefox !== undefined });
  seconds[name] = part.seconds;
  total.passed += part.outcome.passed;
  total.failures.push(...part.outcome.failures.map((failure) => `${name}: ${failure}`));
  total.skipped.push(...part.outcome.skipped.map((title) => `${name}: ${title}`));
}
writeFigures(seconds, parts.length === Object.keys(BUDGETS).length && total.failures.length === 0);

console.log(`\n${dim(`took ${since(started)}`)}`);
for (const title of total.skipped) console.log(`skipped, there is no Firefox: ${title}`);
for (const failure of total.failures) console.log(red(`failed: ${failure}`));
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failures.length} failed`);
