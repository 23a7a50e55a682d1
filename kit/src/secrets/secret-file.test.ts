import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSecret } from './secret-file.js';

describe('the secret', () => {
  it('is made once, for its owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    const path = join(folder, 'deep', 'secret');
    const all = await Promise.all([fileSecret(path), fileSecret(path), fileSecret(path)]);
    expect(new Set(all).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim()).toBe(all[0]);
    await rm(folder, { recursive: true });
  });
});

describe('a secret file that was emptied', () => {
  it('stops the server rather than let it sign with nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    await writeFile(join(dir, 'secret'), '\n');
    await expect(fileSecret(join(dir, 'secret'))).rejects.toThrow('restore the file or delete it');
    await rm(dir, { recursive: true });
  });
});
