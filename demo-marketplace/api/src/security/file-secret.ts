import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const MIN_LENGTH = 16;
const BYTES = 32;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The secret in a file, made once and readable by its owner alone. @throws {Error} for one that is too short */
export async function fileSecret(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (known !== undefined) {
    // Whatever emptied the file: what is signed with nothing can be forged by anybody.
    if (known.trim().length >= MIN_LENGTH) return known.trim();
    throw new Error(`the secret in ${path} is shorter than ${MIN_LENGTH} characters; restore the file or delete it`);
  }
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600 });
  try {
    // A link appears with its content, or not at all; where another process was faster, its secret counts.
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return fileSecret(path);
}
