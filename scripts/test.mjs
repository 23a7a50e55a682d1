// Everything that must hold: `npm test`, or a part of it: `npm test -- --only lint,unit [--no-build]`.
// The last line printed is `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from './lint.mjs';
import { ensureChromium, findFirefox } from './lib/browsers.mjs';
import { judgeSkips, readPlaywright, readVitest } from './lib/results.mjs';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';

const MINUTE_MS = 60_000;
const reports = join(root, 'test-results', 'reports');

/** One command that counts as one test. */
const single = async (name, running) => {
  const started = performance.now();
  const { code, output } = await running;
  console.log(`${code === 0 ? green('✓') : red('✗')} ${name} ${dim(since(started))}`);
  if (code !== 0) console.log(output.trim());
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], skipped: [] };
};

/** One test runner, whose report says what became of each test. */
const suite = async (name, tool, args, { report, read, env, timeoutMs }) => {
  const file = join(reports, report);
  rmSync(file, { force: true });
  const { code } = await runTool(tool, args, { show: true, env, timeoutMs });
  let outcome;
  try {
    outcome = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { passed: 0, failures: [`${name} ended with code ${code} and no report: ${error.message}`], skipped: [] };
  }
  if (outcome.passed + outcome.failures.length + outcome.skipped.length === 0)
    outcome.failures.push(`${name}: no tests`);
  // Errors outside of tests, such as a rejection that nobody handled, show in the exit code only.
  if (code !== 0 && outcome.failures.length === 0) outcome.failures.push(`${name} ended with code ${code}`);
  return outcome;
};

const vitest = (name, args, timeoutMs, env) =>
  suite(
    name,
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, `${name}.json`)}`, ...args],
    {
      report: `${name}.json`,
      read: readVitest,
      timeoutMs,
      env,
    },
  );

/** The parts in their order. @type {Record<string, (env: object) => Promise<import('./lib/results.mjs').Outcome>>} */
const PARTS = {
  build: () => single('build', run(process.execPath, [join(root, 'scripts/build.mjs')])),
  lint: async () => {
    const { passed, failed } = await lint();
    return { passed: passed.length, failures: failed.map((step) => `lint ${step}`), skipped: [] };
  },
  types: () => single('types', runTool('tsc', ['-b'])),
  unit: (env) => vitest('unit', [], 30 * MINUTE_MS, env),
  headless: (env) => vitest('headless', ['--config', 'test/vitest.config.ts'], 45 * MINUTE_MS, env),
  browser: (env) =>
    suite('browser', 'playwright', ['test', '--config', 'test/playwright.config.ts', '--reporter=list,json'], {
      report: 'browser.json',
      read: readPlaywright,
      timeoutMs: 45 * MINUTE_MS,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
    }),
};

function chosenParts(args) {
  const only = args.flatMap((arg, index) =>
    arg.startsWith('--only=') ? [arg.slice(7)] : arg === '--only' ? [args[index + 1] ?? ''] : [],
  );
  const names = only.flatMap((list) => list.split(','));
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) {
    console.error(`test: no part "${unknown.join('", "')}"; there are: ${Object.keys(PARTS).join(', ')}`);
    process.exit(2);
  }
  if (names.length === 0) return Object.keys(PARTS);
  return Object.keys(PARTS).filter(
    (name) => names.includes(name) || (name === 'build' && !args.includes('--no-build')),
  );
}

const started = performance.now();
const parts = chosenParts(process.argv.slice(2));
mkdirSync(reports, { recursive: true });

const firefox = findFirefox();
const needsBrowser = parts.includes('headless') || parts.includes('browser');
const chromium = needsBrowser ? await ensureChromium() : undefined;
const env = { ...(chromium && { CHROMIUM_PATH: chromium }), ...(firefox && { FIREFOX_PATH: firefox }) };

/** @type {import('./lib/results.mjs').Outcome} */
const total = { passed: 0, failures: [], skipped: [] };
for (const name of parts) {
  console.log(`\n${dim('──')} ${name}`);
  const outcome = judgeSkips(await PARTS[name](env), { hasFirefox: firefox !== undefined });
  total.passed += outcome.passed;
  total.failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`));
  total.skipped.push(...outcome.skipped.map((title) => `${name}: ${title}`));
}

console.log(`\n${dim(`took ${since(started)}`)}`);
for (const title of total.skipped) console.log(`skipped, there is no Firefox: ${title}`);
for (const failure of total.failures) console.log(red(`failed: ${failure}`));
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failures.length} failed`);
