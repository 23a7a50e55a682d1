import type { Clock } from '@lectern/kit/clock';
import { ForkedProcess, type HeartbeatMessage } from '@lectern/kit/processes';
import { MediaError, type TransportState } from '../../engine.js';
import type { RecordingResult } from '../../record.js';
import type { RankedVoice } from '../../speakers/index.js';
import type { TransportOptions } from '../options.js';
import type { CallName, Command, HostMessage, WireError, WorkerCalls, WorkerMessage } from './ipc.js';

/** Time without an answer after which a worker counts as not answering: it may only be busy, but media do not flow. */
const SILENT_MS = 4_000;
const STOP_TIMEOUT_MS = 2_000;

export interface WorkerEvents {
  state(transportId: string, epoch: number, state: TransportState): void;
  recordingEnded(result: RecordingResult): void;
  speakers(roomId: string, speakers: readonly RankedVoice[]): void;
  /** Called once, however it ended. */
  gone(cause: Error): void;
  log(message: string, cause?: unknown): void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The host's handle of one worker process. */
export class WorkerHandle {
  #isConfigured = false;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();
  readonly #process: ForkedProcess<HostMessage, WorkerMessage>;
  #end: MediaError | undefined;
  /** Resolves when the worker accepts calls; rejects where it ends before. */
  readonly ready: Promise<void>;

  constructor(
    entry: string,
    options: TransportOptions,
    clock: Clock,
    private readonly events: WorkerEvents,
  ) {
    this.#process = new ForkedProcess({
      entry,
      name: 'the media worker',
      clock,
      onMessage: (message) => this.#receive(message),
      onEnd: (cause) => this.#lose(new MediaError('engine-down', cause.message, { cause })),
      log: (message, cause) => events.log(message, cause),
    });
    this.ready = this.#process.ready
      .catch((cause: unknown) => {
        throw this.#end ?? cause;
      })
      .then(() => this.#call('configure', options))
      .then(() => void (this.#isConfigured = true));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isReady(): boolean {
    return this.#isConfigured && this.#process.isRunning;
  }

  get isAnswering(): boolean {
    return this.isReady && this.#process.silentMs < SILENT_MS;
  }

  /** @throws {MediaError} the error of the worker, or `engine-down` if it ends before it has answered */
  async call<K extends CallName>(name: K, params: WorkerCalls[K]['params']): Promise<WorkerCalls[K]['result']> {
    return this.#call(name, params);
  }

  command(command: Command): void {
    this.#process.send({ kind: 'command', ...command });
  }

  /** Closes the worker in order, and kills it after a timeout. */
  stop(): Promise<void> {
    const close = async (): Promise<void> => {
      await this.#call('close', null).catch(() => undefined);
      this.#process.disconnect();
    };
    return this.#process.stop(close, STOP_TIMEOUT_MS);
  }

  #call<K extends CallName>(name: K, params: WorkerCalls[K]['params']): Promise<WorkerCalls[K]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(new MediaError('engine-down', 'the media worker has ended'));
        return;
      }
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      this.#process.send({ kind: 'call', id, name, params } as HostMessage);
    });
  }

  #receive(message: Exclude<WorkerMessage, HeartbeatMessage>): void {
    switch (message.kind) {
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
      case 'speakers':
        this.events.speakers(message.roomId, message.speakers);
        return;
      case 'log':
        this.events.log(message.message, message.cause);
        return;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #lose(cause: MediaError): void {
    this.#end = cause;
    for (const pending of this.#pending.values()) pending.reject(cause);
    this.#pending.clear();
    this.events.gone(cause);
  }
}

function fromWire({ reason, message }: WireError): MediaError {
  // A fault inside the worker is not the caller's; the caller learns that the engine cannot serve it.
  return reason === 'internal' ? new MediaError('engine-down', message) : new MediaError(reason, message);
}
