import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where files are that have arrived and were checked. */
export interface ObjectStore {
  /** Takes a checked draft, which is gone then or may be deleted. */
  put(draft: string, key: string, mime: string): Promise<void>;
  /** Fetches what was posted past this server for a key; undefined when nothing was, else its size in bytes. */
  fetchPosted(key: string, draft: string, maxBytes: number): Promise<number | undefined>;
  /** Gives a file another key; nothing happens where it has it already, or is not there. */
  move(from: string, to: string): Promise<void>;
  /** Forgets what was posted for a key. */
  dropPosted(key: string): Promise<void>;
}

/** The disk of this server. */
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

  /** Nothing gets here past this server. */
  async fetchPosted(): Promise<undefined> {
    return undefined;
  }

  async dropPosted(): Promise<void> {
    return undefined;
  }
}
