import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, runTool } from './run.mjs';

/** Packs a workspace as it would be published and looks at the archive through the eyes of its users' tools. */
export async function checkPacked(workspace) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pack-'));
  try {
    const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder, '-w', workspace]);
    const archive = join(folder, packed.output.trim().split('\n').at(-1) ?? '');
    if (packed.code !== 0) return packed;
    const [lint, types] = await Promise.all([
      runTool('publint', ['run', archive, '--strict']),
      // The oldest resolution knows no `exports`, so no subpath can resolve under it.
      runTool('attw', [archive, '--profile', 'node16', '--no-emoji', '--format', 'ascii']),
    ]);
    return { code: lint.code || types.code, output: `${lint.output}\n${types.output}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
