import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/** Packages that are not bundled are resolved from this folder. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/lectern', import.meta.url));

/** Packages of this repository are bundled from their sources; all others are installed, and imported at run time. */
const installedPackages: Plugin = {
  name: 'installed-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@lectern/') ? undefined : { path, external: true },
    );
  },
};

/**
 * Bundles TypeScript sources of this repository so that plain Node runs them, in a file that is named after its
 * content: processes share it, and an existing file is complete. For tests and development only; published packages do
 * not depend on esbuild.
 *
 * @param name the beginning of the file's name
 * @returns path of the file
 */
export async function bundleSources(
  name: string,
  source: Pick<BuildOptions, 'entryPoints' | 'stdin'>,
): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['lectern-source'],
    plugins: [installedPackages],
    write: false,
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = join(CACHE, `${name}-${digest}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(CACHE, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
}
