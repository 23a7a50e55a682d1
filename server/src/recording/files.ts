import { mkdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** File system queries of the recordings; replaced by tests. */
export interface Disk {
  /** Free bytes below a folder. */
  free(folder: string): Promise<number>;
  /** Size of a file in bytes, 0 if it does not exist. */
  size(file: string): Promise<number>;
}

export const realDisk: Disk = {
  async free(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async size(file) {
    return stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  },
};

/** Name of a file until it is complete. */
export const unfinished = (file: string): string => `${file}.part`;

/** Folder for the intermediate files of a merged recording. */
export const workFolderOf = (file: string): string => `${file}.work`;

const SAFE_NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Locations of files: a folder per conference, a file per recording, both named by ids of the server. */
export class RecordingFiles {
  readonly root: string;

  constructor(dataDir: string) {
    this.root = resolve(dataDir, 'recordings');
  }

  /** @throws {Error} for ids of another form */
  pathOf({ conferenceId, id }: { readonly conferenceId: string; readonly id: string }): string {
    for (const name of [conferenceId, id]) {
      if (!SAFE_NAME.test(name)) throw new Error(`"${name}" cannot name a recording`);
    }
    return join(this.root, conferenceId, `${id}.webm`);
  }

  /** The path of a new recording, with its folder created. */
  async prepare(record: { readonly conferenceId: string; readonly id: string }): Promise<string> {
    const file = this.pathOf(record);
    await mkdir(dirname(file), { recursive: true });
    return file;
  }

  /** Removes a recording's file with what is unfinished of it, and its folder with the last one. */
  async remove(record: { readonly conferenceId: string; readonly id: string }): Promise<void> {
    const file = this.pathOf(record);
    await rm(workFolderOf(file), { recursive: true, force: true });
    await rm(unfinished(file), { force: true });
    await rm(file, { force: true });
    // A folder that is not empty or does not exist is no error.
    await rmdir(dirname(file)).catch(() => undefined);
  }
}
