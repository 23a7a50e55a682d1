import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '@lectern/kit/clock';
import { MediaError, type TransportState } from '../../engine.js';
import type { RecordingResult } from '../../record.js';
import type { TransportOptions } from '../options.js';
import type { CallName, Command, HostMessage, WireError, WorkerCalls, WorkerMessage } from './ipc.js';

const HEARTBEAT_MS = 1_000;
/** Unanswered for so long, a worker hangs: every call on it is dead already. */
const HANG_MS = 10_000;
/** Unanswered for so long, it may only be busy, but media do not flow. */
const SILENT_MS = 4_000;
/** Longest time from its start to its first answer: on a busy machine it takes its time to load. */
const START_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;

type WorkerState = 'starting' | 'ready' | 'stopping' | 'gone';

export interface WorkerEvents {
  state(transportId: string, epoch: number, state: TransportState): void;
  recordingEnded(result: RecordingResult): void;
  /** Once, however it ended. */
  gone(cause: Error): void;
  log(message: string, cause?: unknown): void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** One worker process as the host sees it. */
export class WorkerHandle {
  #state: WorkerState = 'starting';
  #nextId = 1;
  #unansweredMs = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #child: ChildProcess;
  readonly #stopHeartbeat: () => void;
  readonly #exited: Promise<void>;
  /** Resolves when the worker takes calls; rejects where it ends before. */
  readonly ready: Promise<void>;

  constructor(
    entry: string,
    options: TransportOptions,
    private readonly clock: Clock,
    private readonly events: WorkerEvents,
  ) {
    // Without the host's own flags: an inspector port, a test runner's loader.
    this.#child = fork(entry, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#exited = new Promise((resolve) => this.#child.once('exit', () => resolve()));
    const isUp = new Promise<void>((resolve, reject) => {
      this.#child.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        else this.#receive(message);
      });
      this.#child.once('exit', (code, signal) => {
        const cause = new MediaError('engine-down', `the media worker ended (${signal ?? `code ${code}`})`);
        reject(cause);
        this.#lose(cause);
      });
      this.#child.once('error', (error) => {
        const cause = new MediaError('engine-down', 'the media worker cannot be started or reached', { cause: error });
        reject(cause);
        this.#lose(cause);
      });
    });
    this.ready = isUp
      .then(() => this.#call('configure', options))
      .then(() => {
        if (this.#state === 'starting') this.#state = 'ready';
      });
    this.#stopHeartbeat = clock.every(HEARTBEAT_MS, () => this.#beat());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isAnswering(): boolean {
    return this.#state === 'ready' && this.#unansweredMs < SILENT_MS;
  }

  /** @throws {MediaError} what the worker threw, or `engine-down` where it ends before it has answered */
  async call<K extends CallName>(name: K, params: WorkerCalls[K]['params']): Promise<WorkerCalls[K]['result']> {
    return this.#call(name, params);
  }

  command(command: Command): void {
    this.#post({ kind: 'command', ...command });
  }

  /** Lets the worker close everything, and ends it in any case. */
  async stop(): Promise<void> {
    if (this.#state === 'gone') return this.#exited;
    this.#state = 'stopping';
    const cancel = this.clock.after(STOP_TIMEOUT_MS, () => this.#child.kill('SIGKILL'));
    await this.#call('close', null).catch(() => undefined);
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited;
    cancel();
  }

  #call<K extends CallName>(name: K, params: WorkerCalls[K]['params']): Promise<WorkerCalls[K]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'gone') {
        reject(new MediaError('engine-down', 'the media worker has ended'));
        return;
      }
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      this.#post({ kind: 'call', id, name, params } as HostMessage);
    });
  }

  #post(message: HostMessage): void {
    if (!this.#child.connected) return;
    this.#child.send(message, (error) => {
      if (error !== null) this.events.log('a message to the media worker was lost', error);
    });
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'pong':
        this.#unansweredMs = 0;
        return;
      case 'result':
        this.#take(message.id)?.resolve(message.result as never);
        return;
      case 'error':
        this.#take(message.id)?.reject(fromWire(message.error));
        return;
      case 'state':
        this.events.state(message.transportId, message.epoch, message.state);
        return;
      case 'recordingEnded':
        this.events.recordingEnded(message.result);
        return;
      case 'log':
        this.events.log(message.message, message.cause);
        return;
      case 'ready':
        return;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Counted in beats rather than in time: a host that was busy itself must not blame the worker. */
  #beat(): void {
    if (this.#unansweredMs >= (this.#state === 'starting' ? START_MS : HANG_MS)) {
      this.events.log(`the media worker has not answered for ${this.#unansweredMs} ms and is killed`);
      this.#child.kill('SIGKILL');
      return;
    }
    this.#unansweredMs += HEARTBEAT_MS;
    this.#post({ kind: 'ping' });
  }

  #lose(cause: Error): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#stopHeartbeat();
    for (const pending of this.#pending.values()) pending.reject(cause);
    this.#pending.clear();
    this.events.gone(cause);
  }
}

function fromWire({ reason, message }: WireError): MediaError {
  // A fault inside the worker is not the caller's; what it asked for just cannot be had.
  return reason === 'internal' ? new MediaError('engine-down', message) : new MediaError(reason, message);
}
