// All checks: `npm test`, or some of them: `npm test -- --only lint,unit [--no-build] [--grep pattern]`. With `--busy`
// another process keeps one core busy. The last line printed is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { lint } from './lint.mjs';
import { ensureChromium, findFirefox } from './lib/browsers.mjs';
import { BUDGETS } from './lib/budgets.mjs';
import { judgeSkips, slowest } from './lib/results.mjs';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';
import { browserTests, FIGURES, REPORTS, vitest } from './lib/suites.mjs';
import { readTestOptions } from './lib/test-options.mjs';

/** One command that counts as one test. */
const single = async (name, running) => {
  const started = performance.now();
  const { code, output } = await running;
  console.log(`${code === 0 ? green('✓') : red('✗')} ${name} ${dim(since(started))}`);
  if (code !== 0) console.log(output.trim());
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], skipped: [] };
};

/**
 * `built` settles when the build has finished, which parts that need it await.
 *
 * @typedef {{ env: object, grep?: string, built: Promise<unknown> }} Given
 * @type {Record<string, (given: Given) => Promise<import('./lib/results.mjs').Outcome>>}
 */
const RUN = {
  build: () => single('build', run(process.execPath, [join(root, 'scripts/build.mjs')])),
  lint: async ({ built }) => {
    const { passed, failed, waitedMs } = await lint(undefined, built);
    return { passed: passed.length, failures: failed.map((step) => `lint ${step}`), skipped: [], waitedMs };
  },
  types: async ({ built }) => {
    const waiting = performance.now();
    await built;
    const waitedMs = performance.now() - waiting;
    return { ...(await single('types', runTool('tsc', ['-b']))), waitedMs };
  },
  unit: (given) => vitest({ ...given, name: 'unit', minutes: 30 }),
  headless: (given) => vitest({ ...given, name: 'headless', args: ['--config', 'test/vitest.config.ts'], minutes: 45 }),
  browser: browserTests,
};

/** Runs one part and prints its duration and that of its slowest tests. */
async function runPart(name, given) {
  const started = performance.now();
  const { timings = [], waitedMs = 0, ...outcome } = await RUN[name](given);
  const seconds = (performance.now() - started - waitedMs) / 1000;
  if (timings.length > 0) {
    console.log(`\nslowest tests of ${name}:`);
    for (const { title, ms } of slowest(timings)) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
  }
  const figure = `${name} took ${seconds.toFixed(1)} s; its budget on two idle cores is ${BUDGETS[name]} s`;
  console.log(seconds > BUDGETS[name] ? red(`${figure}, which it exceeds`) : dim(figure));
  return { name, outcome: judgeSkips(outcome, given), seconds };
}

/** Parts that run at the same time, since each of them leaves a core idle for long; the others run one by one. */
const TOGETHER = ['build', 'lint', 'types'];

async function* runParts(parts, given) {
  const together = parts.filter((name) => TOGETHER.includes(name));
  if (together.length > 0) {
    console.log(`\n${dim('──')} ${together.join(', ')}`);
    const build = together.includes('build') ? runPart('build', given) : undefined;
    const others = together.filter((name) => name !== 'build').map((name) => runPart(name, { ...given, built: build }));
    yield* await Promise.all([...(build === undefined ? [] : [build]), ...others]);
  }
  for (const name of parts.filter((each) => !TOGETHER.includes(each))) {
    console.log(`\n${dim('──')} ${name}`);
    yield await runPart(name, given);
  }
}

/** The figures of a whole run, from which `npm run budgets` writes the table of docs/benchmarks.md. */
function writeFigures(seconds, isWhole) {
  if (!isWhole) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(FIGURES, JSON.stringify({ date, cores: availableParallelism(), seconds }, null, 2));
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
busy?.unref();
// The busy process must not outlive the run, however that ends.
process.on('exit', () => busy?.kill('SIGKILL'));

/** @type {import('./lib/results.mjs').Outcome} */
const total = { passed: 0, failures: [], skipped: [] };
const seconds = {};
let tests = 0;
for await (const { name, outcome, seconds: took } of runParts(parts, {
  env,
  grep,
  hasFirefox: firefox !== undefined,
})) {
  seconds[name] = took;
  total.passed += outcome.passed;
  total.failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`));
  total.skipped.push(...outcome.skipped.map((title) => `${name}: ${title}`));
  if (!TOGETHER.includes(name)) tests += outcome.passed + outcome.failures.length + outcome.skipped.length;
}
if (grep !== undefined && tests === 0) total.failures.push(`no test fits "${grep}"`);
writeFigures(seconds, parts.length === Object.keys(BUDGETS).length && total.failures.length === 0);

console.log(`\n${dim(`took ${since(started)}`)}`);
for (const title of total.skipped) console.log(`skipped, there is no Firefox: ${title}`);
for (const failure of total.failures) console.log(red(`failed: ${failure}`));
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failures.length} failed`);
