import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrivate } from './bundled.mjs';
import { removeInternal } from './internal.mjs';
import { PRIVATE_CONDITIONS } from './reachable.mjs';
import { root, run, runTool } from './run.mjs';

/** Folders of the packages that are published. */
export const PUBLISHED = ['sdk', 'react-bindings', 'server'];

const withoutConditions = (value) =>
  value && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !PRIVATE_CONDITIONS.has(key))
          .map(([key, inner]) => [key, withoutConditions(inner)]),
      )
    : value;

/** The published manifest: without fields that serve this repository only. */
export function publishedManifest({ scripts: _scripts, devDependencies: _development, ...manifest }) {
  return { ...manifest, exports: withoutConditions(manifest.exports) };
}

/**
 * Packs a built workspace as it is published.
 *
 * @param {string} workspace its folder, one of {@link PUBLISHED}
 * @param {string} target folder that receives the archive
 * @returns {Promise<string>} path of the archive
 * @throws {Error} with npm's output
 */
export async function pack(workspace, target) {
  const staging = join(target, `staging-${workspace}`);
  mkdirSync(staging, { recursive: true });
  const source = join(root, workspace);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  for (const name of ['dist', 'README.md', 'LICENSE', 'CHANGELOG.md']) {
    cpSync(join(source, name), join(staging, name), { recursive: true });
  }
  removeInternal(join(staging, 'dist'));
  const published = bundlePrivate(publishedManifest(manifest), staging, join(root, 'kit'));
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', target], { cwd: staging });
  if (packed.code !== 0) throw new Error(`npm pack of ${workspace} failed: ${packed.output}`);
  rmSync(staging, { recursive: true });
  return join(target, packed.output.trim().split('\n').at(-1) ?? '');
}

/** Goes through the publishing of an archive without publishing it; works without a network too. */
export const dryRun = (archive) => run('npm', ['publish', archive, '--dry-run', '--fetch-retries=0']);

/** Packs a workspace and checks the archive with the tools that read it as a resolver would. */
export async function checkPacked(workspace) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pack-'));
  try {
    const archive = await pack(workspace, folder);
    const [lint, types, release] = await Promise.all([
      runTool('publint', ['run', archive, '--strict']),
      // The oldest resolution knows no `exports`, so no subpath can resolve under it; the server is ESM only.
      runTool('attw', [
        archive,
        '--profile',
        workspace === 'server' ? 'esm-only' : 'node16',
        '--no-emoji',
        '--format',
        'ascii',
        // A style sheet is no module for `require`.
        '--exclude-entrypoints',
        'ui.css',
      ]),
      dryRun(archive),
    ]);
    const all = [lint, types, release];
    return {
      code: all.some(({ code }) => code !== 0) ? 1 : 0,
      output: all.map(({ output }) => output).join('\n'),
    };
  } catch (error) {
    return { code: 1, output: error.message };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
