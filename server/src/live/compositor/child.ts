import { spawn, type ChildProcess } from 'node:child_process';
import type { Clock } from '@lectern/kit/clock';

const STDERR_TAIL = 600;
/** Time in which a child has to exit by itself after the end of its input. */
const END_MS = 3_000;

export interface FfmpegEvents {
  /** Receives its standard output. */
  output(chunk: Buffer): void;
  /** Called once, however it ended. */
  exit(reason: string): void;
}

/** An ffmpeg that reads its standard input, so that it ends with its parent, even if that is killed. */
export class FfmpegChild {
  readonly #child: ChildProcess;
  #stderr = '';
  #isOver = false;
  #unflushed = 0;
  #flushedAt: number;
  #cancelKill: (() => void) | undefined;
  /** Resolves once it has ended. */
  readonly exited: Promise<void>;

  constructor(
    path: string,
    args: readonly string[],
    private readonly clock: Clock,
    events: FfmpegEvents,
  ) {
    this.#flushedAt = clock.now();
    this.#child = spawn(path, ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // An exemption from proxies would bypass the tunnel that pins the address.
      env: { ...process.env, no_proxy: '' },
    });
    let ended = (): void => undefined;
    this.exited = new Promise((resolve) => (ended = resolve));
    const finish = (reason: string): void => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#cancelKill?.();
      ended();
      events.exit(this.#stderr === '' ? reason : `${reason}: ${this.#stderr.trim()}`);
    };
    this.#child.on('error', (error) => finish(`ffmpeg cannot be run: ${error.message}`));
    this.#child.on('close', (code, signal) => finish(`ffmpeg ended (${signal ?? `code ${code}`})`));
    // The end of the child is reported by `close`; unwritten data is lost anyway.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.on('data', (chunk: Buffer) => events.output(chunk));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_TAIL);
    });
  }

  /** Bytes that the child has not read yet. */
  get backlog(): number {
    return this.#child.stdin?.writableLength ?? 0;
  }

  /** Time since the child last read pending input, in ms. */
  get stalledMs(): number {
    return this.#unflushed === 0 ? 0 : this.clock.now() - this.#flushedAt;
  }

  write(bytes: Uint8Array): void {
    if (this.#isOver || this.#child.stdin?.writable !== true) return;
    if (this.#unflushed++ === 0) this.#flushedAt = this.clock.now();
    this.#child.stdin.write(bytes, () => {
      this.#unflushed--;
      this.#flushedAt = this.clock.now();
    });
  }

  /** Ends its input and kills the child after a timeout; resolves once it has exited. */
  async end(): Promise<void> {
    if (!this.#isOver && this.#cancelKill === undefined) {
      this.#child.stdin?.end();
      this.#cancelKill = this.clock.after(END_MS, () => this.kill());
    }
    return this.exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
