import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Substitutes for ffmpeg: one that never reads, one that reads without output, one that exits at once, one that prints
 * its arguments.
 */
export type FakeFfmpeg = 'hangs' | 'swallows' | 'fails' | 'prints';

const SCRIPTS: Readonly<Record<FakeFfmpeg, string>> = {
  hangs: 'exec sleep 600',
  swallows: 'exec cat > /dev/null',
  fails: 'echo "rtmp://secret.example/key: refused" >&2; exit 1',
  prints: 'echo "no_proxy=[$no_proxy] $@" >&2; exit 1',
};

/** Writes a substitute into a folder and returns its path. */
export function fakeFfmpeg(folder: string, what: FakeFfmpeg): string {
  const path = join(folder, `ffmpeg-${what}`);
  writeFileSync(path, `#!/bin/sh\n${SCRIPTS[what]}\n`);
  chmodSync(path, 0o755);
  return path;
}
