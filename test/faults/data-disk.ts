import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Room for a new database with its write-ahead log. */
const SIZE = '400m';
/** From large to small, so that the last byte is taken. */
const CHUNKS_BYTES = [1_048_576, 4_096, 1];

/** A small disk of its own, in memory, for the data folder of a server. Mounting it needs root. */
export class DataDisk {
  static async mount(): Promise<DataDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder]);
    await mkdir(join(folder, 'data'));
    return new DataDisk(folder);
  }

  private constructor(private readonly folder: string) {}

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }

  /** Takes all that is left. */
  async fill(): Promise<void> {
    const file = await open(this.#filler, 'w');
    try {
      for (const bytes of CHUNKS_BYTES) await fillBy(file, Buffer.alloc(bytes));
    } finally {
      await file.close();
    }
  }

  /** Gives back what {@link fill} took. */
  async free(): Promise<void> {
    await rm(this.#filler);
  }

  async close(): Promise<void> {
    await run('umount', [this.folder]);
    await rmdir(this.folder);
  }
}

const fillBy = async (file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> => {
  try {
    for (;;) if ((await file.write(chunk)).bytesWritten < chunk.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
};
