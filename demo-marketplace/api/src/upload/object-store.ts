import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Storage of verified files. */
export interface ObjectStore {
  /** Stores a verified draft. The draft is moved, or can be deleted afterwards. */
  put(draft: string, key: string, mime: string): Promise<void>;
  /**
   * Fetches a file that was posted directly to the storage; resolves with its size in bytes, or undefined when none
   * exists.
   */
  fetchPosted(key: string, draft: string, maxBytes: number): Promise<number | undefined>;
  /** Renames a file; does nothing when it already has the key, or does not exist. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file that was posted directly to the storage. */
  dropPosted(key: string): Promise<void>;
}

/** Storage on the disk of this server. */
export class DiskObjectStore implements ObjectStore {
  constructor(readonly folder: string) {}

  async put(draft: string, key: string): Promise<void> {
    const path = join(this.folder, key);
    await mkdir(dirname(path), { recursive: true });
    await rename(draft, path);
  }

  async move(from: string, to: string): Promise<void> {
    const path = join(this.folder, to);
    await mkdir(dirname(path), { recursive: true });
    await rename(join(this.folder, from), path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }

  /** Files are never posted to the disk directly. */
  async fetchPosted(): Promise<undefined> {
    return undefined;
  }

  async dropPosted(): Promise<void> {
    return undefined;
  }
}
