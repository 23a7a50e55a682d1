// Lint: `node scripts/lint.mjs [step ...]`. The packed packages are looked at as built, so build first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONFORMANCE_DOCUMENTS, conformanceGaps } from './checks/conformance.mjs';
import { foreignMentions, longFiles } from './checks/files.mjs';
import { checkPacked } from './lib/packed.mjs';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';

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
  // Says whether a fresh clone can be installed: npm drops other platforms' binaries from a lock it updates in place.
  'lock-file': () => run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--loglevel=error']),
  'file-length': async () => complaints(longFiles(await committed(), root)),
  'machine-paths': async () => complaints(foreignMentions(await committed(), root)),
  conformance: async () =>
    complaints(
      CONFORMANCE_DOCUMENTS.flatMap((path) => conformanceGaps(readFileSync(join(root, path), 'utf8'), root, path)),
    ),
  'package-rtc': () => checkPacked('sdk'),
  'package-react': () => checkPacked('react-bindings'),
  'package-server': () => checkPacked('server'),
};

/**
 * Runs the steps one after the other, all of them even when one fails.
 *
 * @returns {Promise<{ passed: string[], failed: string[] }>}
 */
export async function lint(names = Object.keys(LINT_STEPS)) {
  const result = { passed: [], failed: [] };
  for (const name of names) {
    const started = performance.now();
    const { code, output } = await LINT_STEPS[name]();
    if (code === 0) {
      result.passed.push(name);
      console.log(`${green('✓')} lint ${name} ${dim(since(started))}`);
    } else {
      result.failed.push(name);
      console.log(`${red('✗')} lint ${name} ${dim(since(started))}\n${output.trim()}\n`);
    }
  }
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
