// Publishes the packages: `node scripts/release.mjs [--publish]`. Without the flag nothing leaves this machine.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dryRun, pack, PUBLISHED } from './lib/packed.mjs';
import { green, red, root, run } from './lib/run.mjs';

const isReal = process.argv.includes('--publish');
const folder = mkdtempSync(join(tmpdir(), 'lectern-release-'));

/** @throws {Error} while there are changes that no version holds yet */
function requireVersions() {
  const pending = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md');
  if (pending.length === 0) return;
  const advice = 'run "npx changeset version", commit what it writes, and release then';
  if (isReal) throw new Error(`no version holds the changes of ${pending.join(', ')} yet: ${advice}`);
  console.log(`not in a version yet: ${pending.join(', ')}`);
}

async function publish(workspace) {
  const archive = await pack(workspace, folder);
  // Provenance comes from publishConfig; npm signs it on CI, where it knows what was built from which commit.
  const { code, output } = isReal ? await run('npm', ['publish', archive]) : await dryRun(archive);
  console.log(
    `${code === 0 ? green('✓') : red('✗')} npm publish ${workspace}${isReal ? '' : ' (dry run)'}\n${output.trim()}\n`,
  );
  return code === 0;
}

try {
  requireVersions();
  for (const workspace of PUBLISHED) if (!(await publish(workspace))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
