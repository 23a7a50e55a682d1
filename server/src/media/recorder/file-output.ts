import { type FileHandle, open } from 'node:fs/promises';
import type { WebmOutput } from './webm-writer.js';
import { HEADER_BYTES } from './webm-header.js';

/** Limit of bytes queued for a slow disk; beyond it the recording ends, to protect the memory. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** A file that is written asynchronously, in order. */
export class FileOutput implements WebmOutput {
  #tail: Promise<void> = Promise.resolve();
  #position = HEADER_BYTES;
  #waiting = 0;
  #failure: Error | undefined;

  private constructor(
    private readonly handle: FileHandle,
    private readonly failed: (cause: Error) => void,
  ) {}

  /**
   * Opens a file that does not exist yet.
   *
   * @param failed called once, when the first write fails
   */
  static async create(path: string, failed: (cause: Error) => void): Promise<FileOutput> {
    return new FileOutput(await open(path, 'wx'), failed);
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  append(bytes: Buffer): void {
    const position = this.#position;
    this.#position += bytes.length;
    this.#enqueue(bytes, position);
  }

  patchHeader(bytes: Buffer): void {
    this.#enqueue(bytes, 0);
  }

  /** Waits for pending writes, then closes the file. */
  async close(): Promise<void> {
    await this.#tail;
    await this.handle.close().catch((cause: unknown) => this.#fail(cause));
  }

  #enqueue(bytes: Buffer, position: number): void {
    if (this.#failure !== undefined) return;
    this.#waiting += bytes.length;
    if (this.#waiting > MAX_WAITING_BYTES) this.#fail(new Error('the disk does not keep up with the recording'));
    this.#tail = this.#tail.then(() => this.#write(bytes, position));
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    this.#waiting -= bytes.length;
    if (this.#failure !== undefined) return;
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = cause instanceof Error ? cause : new Error(String(cause));
    this.failed(this.#failure);
  }
}
