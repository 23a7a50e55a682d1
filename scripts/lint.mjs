// Lint: `node scripts/lint.mjs [step ...]`. The packed packages are checked as built, so build first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONFORMANCE_DOCUMENTS, conformanceGaps } from './checks/conformance.mjs';
import { fragmentedComments } from './checks/comments.mjs';
import { dependencyGaps } from './checks/dependencies.mjs';
import { fetchStubs } from './checks/fetch-stubs.mjs';
import { foreignMentions, longFiles } from './checks/files.mjs';
import { oldNames } from './checks/words.mjs';
import { apiGaps } from './lib/api-report.mjs';
import { budgetGaps } from './lib/budgets.mjs';
import { errorReferenceGaps } from './lib/error-reference.mjs';
import { checkPacked } from './lib/packed.mjs';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';
import { SECURITY_DOCUMENT, suiteGaps } from './lib/security-suite.mjs';

const committed = async () => {
  // A checkout may belong to another user than the one who tests it.
  const { code, output } = await run('git', [
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ]);
  if (code !== 0) throw new Error(`cannot list the repository's files: ${output}`);
  const { output: deleted } = await run('git', ['-c', 'safe.directory=*', 'ls-files', '--deleted']);
  const gone = new Set(deleted.split('\n'));
  return output.split('\n').filter((file) => file && !gone.has(file));
};

const complaints = (list) => ({ code: list.length === 0 ? 0 : 1, output: list.join('\n') });

/** @type {Record<string, () => Promise<{ code: number, output: string }>>} */
export const LINT_STEPS = {
  oxlint: () => runTool('oxlint', ['-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', '--quiet']),
  format: () => runTool('prettier', ['--check', '.', '--log-level', 'warn']),
  knip: () => runTool('knip', ['--no-progress']),
  // Checks that a fresh clone can be installed, where the manifests and the lock agree.
  'lock-file': () => run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--loglevel=error']),
  dependencies: async () =>
    complaints(dependencyGaps(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)),
  'file-length': async () => complaints(longFiles(await committed(), root)),
  'machine-paths': async () => complaints(foreignMentions(await committed(), root)),
  comments: async () => complaints(fragmentedComments(await committed(), root)),
  'former-names': async () => complaints(oldNames(await committed(), root)),
  'fetch-stubs': async () => complaints(fetchStubs(await committed(), root)),
  conformance: async () =>
    complaints(
      CONFORMANCE_DOCUMENTS.flatMap((path) => conformanceGaps(readFileSync(join(root, path), 'utf8'), root, path)),
    ),
  'security-suite': async () => complaints(suiteGaps(readFileSync(join(root, SECURITY_DOCUMENT), 'utf8'))),
  budgets: async () => complaints(budgetGaps(readFileSync(join(root, 'docs/benchmarks.md'), 'utf8'))),
  errors: async () => complaints(await errorReferenceGaps()),
  'package-api': async () => complaints(await apiGaps()),
  'package-rtc': () => checkPacked('sdk'),
  'package-react': () => checkPacked('react-bindings'),
  'package-server': () => checkPacked('server'),
};

/** True for steps that check build output; all others read sources only. */
const needsBuild = (name) => name.startsWith('package-');
/** Some steps use one core only, and none is long; more at once would only make the output harder to follow. */
const LANES = 2;

/**
 * Runs the steps two at a time, all of them even when one fails.
 *
 * @param {readonly string[]} [names] all steps unless given
 * @param {Promise<unknown>} [built] settles when the packages are built, which some steps wait for
 * @returns {Promise<{ passed: string[], failed: string[], waitedMs: number }>} `waitedMs` is the time in which the steps
 *   that were left waited for the build
 */
export async function lint(names = Object.keys(LINT_STEPS), built = Promise.resolve()) {
  const result = { passed: [], failed: [], waitedMs: 0 };
  const runStep = async (name) => {
    const started = performance.now();
    const { code, output } = await LINT_STEPS[name]();
    if (code === 0) {
      result.passed.push(name);
      console.log(`${green('✓')} lint ${name} ${dim(since(started))}`);
    } else {
      result.failed.push(name);
      console.log(`${red('✗')} lint ${name} ${dim(since(started))}\n${output.trim()}\n`);
    }
  };
  const runAll = async (queue) => {
    const lane = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) await runStep(name);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
  await runAll(names.filter((name) => !needsBuild(name)));
  const waiting = performance.now();
  await built;
  result.waitedMs = performance.now() - waiting;
  await runAll(names.filter(needsBuild));
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(LINT_STEPS, name));
  if (unknown.length > 0) {
    console.error(`lint: no step "${unknown.join('", "')}"; there are: ${Object.keys(LINT_STEPS).join(', ')}`);
    process.exit(2);
  }
  const { failed } = await lint(names.length > 0 ? names : undefined);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
