import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '../clock.js';

const HEARTBEAT_MS = 1_000;
/** A process that has answered before and is silent for this long hangs. */
const HANG_MS = 10_000;
/** Longest time from its start to its first answer: loading may take long on a busy machine. */
const START_MS = 60_000;

/**
 * Heartbeat messages of every such process besides its own: it announces that it takes messages, and answers `ping`.
 */
export type HeartbeatMessage = { readonly kind: 'ready' } | { readonly kind: 'pong' };

interface Message {
  readonly kind: string;
}

export interface ForkedProcessOptions<Received extends Message> {
  /** Path of the module to run. */
  readonly entry: string;
  /** Name in errors and in the log: `the media worker`. */
  readonly name: string;
  readonly clock: Clock;
  /** Called with every message except `ready` and `pong`. */
  readonly onMessage: (message: Exclude<Received, HeartbeatMessage>) => void;
  /** Called once, for any kind of end. */
  readonly onEnd: (cause: Error) => void;
  readonly log: (message: string, cause?: unknown) => void;
}

type State = 'starting' | 'running' | 'stopping' | 'ended';

/**
 * Runs a module of this repository in a separate process. It sends `{ kind: 'ready' }` when it takes messages and
 * answers `{ kind: 'ping' }` by `{ kind: 'pong' }`; it is killed if it does not answer for ten seconds (a minute,
 * before it is ready). It must end when its channel closes, so that it does not outlive this process.
 */
export class ForkedProcess<Sent extends Message, Received extends Message> {
  /** Resolves when it takes messages; rejects if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves once it has ended. */
  readonly exited: Promise<void>;
  #state: State = 'starting';
  #unansweredMs = 0;
  readonly #child: ChildProcess;
  readonly #stopHeartbeat: () => void;

  constructor(private readonly options: ForkedProcessOptions<Received>) {
    const { entry, name, clock } = options;
    // Without the host's own flags: an inspector port, a test runner's loader.
    const child = fork(entry, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    this.exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      // The process could not be started.
      child.once('error', () => child.pid === undefined && resolve());
    });
    this.ready = new Promise((resolve, reject) => {
      const end = (cause: Error): void => {
        reject(cause);
        this.#end(cause);
      };
      child.on('message', (message: Received) => {
        if (message.kind === 'ready') {
          if (this.#state === 'starting') this.#state = 'running';
          resolve();
        } else this.#receive(message);
      });
      child.once('exit', (code, signal) => end(new Error(`${name} ended (${signal ?? `code ${code}`})`)));
      child.on('error', (cause) => {
        child.kill('SIGKILL');
        end(new Error(`${name} cannot be started or reached: ${cause.message}`, { cause }));
      });
    });
    this.ready.catch(() => undefined);
    this.#stopHeartbeat = clock.every(HEARTBEAT_MS, () => this.#beat());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** True while it takes messages: it has neither ended nor been asked to stop. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Milliseconds without an answer, in whole seconds. */
  get silentMs(): number {
    return this.#unansweredMs;
  }

  /** Sends a message; if it cannot be delivered, the end of the process follows. */
  send(message: Sent): void {
    if (!this.#child.connected) return;
    this.#child.send(message, (error) => {
      if (error !== null && this.#state === 'running')
        this.options.log(`a message to ${this.options.name} was lost`, error);
    });
  }

  /** Closes the channel, which ends the process. */
  disconnect(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /**
   * Stops the process, and kills it after the limit; resolves once it has ended. Idempotent.
   *
   * @param close asks it to end
   * @param limitMs time to end, in milliseconds
   */
  async stop(close: () => unknown, limitMs: number): Promise<void> {
    if (this.#state === 'starting' || this.#state === 'running') {
      this.#state = 'stopping';
      this.#stopHeartbeat();
      const cancel = this.options.clock.after(limitMs, () => this.#child.kill('SIGKILL'));
      await close();
      await this.exited;
      cancel();
    }
    return this.exited;
  }

  #receive(message: Received): void {
    if (message.kind === 'pong') this.#unansweredMs = 0;
    else this.options.onMessage(message as Exclude<Received, HeartbeatMessage>);
  }

  /** Counts beats rather than time: a host that was busy itself must not blame the process. */
  #beat(): void {
    if (this.#unansweredMs >= (this.#state === 'starting' ? START_MS : HANG_MS)) {
      this.options.log(`${this.options.name} has not answered for ${this.#unansweredMs} ms and is killed`);
      this.#child.kill('SIGKILL');
      return;
    }
    this.#unansweredMs += HEARTBEAT_MS;
    this.send({ kind: 'ping' } as Message as Sent);
  }

  #end(cause: Error): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#stopHeartbeat();
    this.options.onEnd(cause);
  }
}
