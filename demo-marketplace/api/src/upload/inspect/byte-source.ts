import { readSync } from 'node:fs';

/** Random access to the bytes of a file. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Reads up to `length` bytes; fewer at the end of the file. */
  read(at: number, length: number): Buffer;
}

/** Parsing a file exceeds the limits that any regular file stays below. */
export class FileTooComplex extends Error {
  constructor(limit: string) {
    super(`the file has too many ${limit}`);
    this.name = 'FileTooComplex';
  }
}

/** Reads an open file synchronously, for worker threads only. */
export class FileSource implements ByteSource {
  constructor(
    private readonly descriptor: number,
    readonly size: number,
  ) {}

  read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.descriptor, bytes, 0, length, at));
  }
}
