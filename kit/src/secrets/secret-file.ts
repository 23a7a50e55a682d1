import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const MIN_LENGTH = 16;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Reads the secret in a file; undefined if there is no such file. @throws {Error} for one that is too short */
export async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    // Data that is signed with an empty secret can be forged by anyone.
    if (secret.length < MIN_LENGTH) {
      throw new Error(`the secret in ${path} is shorter than ${MIN_LENGTH} characters; restore the file or delete it`);
    }
    return secret;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Reads the secret in a file, which is created once and readable only by its owner. @throws {Error} for one that is too
 * short
 */
export async function fileSecret(path: string): Promise<string> {
  const known = await readSecretFile(path);
  if (known !== undefined) return known;
  await mkdir(dirname(path), { recursive: true });
  const secret = randomBytes(32).toString('hex');
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  try {
    // A link appears with its whole content or not at all, so that no process reads a partial secret.
    await link(draft, path);
    return secret;
  } catch (error) {
    // Another process created the file first; its secret is used.
    if (hasCode(error, 'EEXIST')) return await fileSecret(path);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
