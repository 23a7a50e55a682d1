import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../clock.js';

const READY = 'database system is ready to accept connections';
/** One of its processes died: PostgreSQL ends the others and recovers. */
const RECOVERING = 'terminating any other active server processes';
const START_TIMEOUT_MS = 60_000;
/** Data not written by then is recovered at the next start; nothing that was committed is lost. */
const STOP_TIMEOUT_MS = 5_000;
const LAST_LINES = 5;

/** `unready`: it starts, or recovers from the death of one of its processes. */
type State = 'unready' | 'ready' | 'ended';

/** PostgreSQL process from its start to its end, which is bounded in time in every state. */
export class DatabaseProcess {
  /** Resolves when the process has ended: `stopped` after an orderly end, `crashed` otherwise. */
  readonly exited: Promise<'crashed' | 'stopped'>;
  readonly #ready: Promise<void>;
  readonly #lines: string[] = [];
  #state: State = 'unready';
  #isStopping = false;
  #becameReady: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly clock: Clock,
    private readonly log: (line: string) => void,
  ) {
    const over = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      // The process could not be started.
      child.once('error', () => resolve(null));
    });
    this.exited = over.then((code) => {
      this.#state = 'ended';
      this.#cancelTimer();
      return code === 0 ? 'stopped' : 'crashed';
    });
    this.#ready = new Promise<void>((resolve, reject) => {
      this.#becameReady = resolve;
      child.once('error', reject);
      child.once('close', (code) => {
        reject(new Error(`PostgreSQL ended with code ${code}: ${this.#lines.slice(-LAST_LINES).join(' ')}`));
      });
    });
    this.#ready.catch(() => undefined);
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line !== '') this.#read(line);
      });
    }
  }

  /**
   * Resolves when the database is ready.
   *
   * @param signal aborts the wait
   * @throws {Error} when it ends before, or takes too long
   */
  async ready(signal: AbortSignal): Promise<void> {
    const stop = (): void => void this.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const late = new Promise<never>((_, reject) => {
      this.#cancelTimer = this.clock.after(START_TIMEOUT_MS, () => {
        reject(new Error('PostgreSQL did not become ready in time'));
      });
    });
    try {
      await Promise.race([this.#ready, late]);
    } finally {
      if (!this.#isStopping) this.#cancelTimer();
      signal.removeEventListener('abort', stop);
    }
  }

  /** Stops it in order if possible, and otherwise kills it. Idempotent. */
  async stop(): Promise<void> {
    if (!this.#isStopping && this.#state !== 'ended') {
      this.#isStopping = true;
      this.#cancelTimer();
      if (this.#state === 'ready') this.#tell('SIGINT', () => this.#endAtOnce());
      else this.#endAtOnce();
    }
    await this.exited;
  }

  #read(line: string): void {
    this.log(line);
    this.#lines.push(line);
    this.#lines.splice(0, this.#lines.length - LAST_LINES);
    if (line.includes(READY)) {
      this.#state = 'ready';
      this.#becameReady();
    }
    if (!line.includes(RECOVERING)) return;
    this.#state = 'unready';
    if (this.#isStopping) this.#endAtOnce();
  }

  /** While it recovers it may never complete an orderly shutdown, and it has nothing to write. */
  #endAtOnce(): void {
    this.#cancelTimer();
    this.#tell('SIGQUIT', () => void this.child.kill('SIGKILL'));
  }

  #tell(signal: NodeJS.Signals, otherwise: () => void): void {
    this.child.kill(signal);
    this.#cancelTimer = this.clock.after(STOP_TIMEOUT_MS, otherwise);
  }
}
