import type { Clock } from '@lectern/kit/clock';
import { Backoff, type BackoffLimits } from '@lectern/kit/processes';
import { MediaError, type TransportState } from '../../engine.js';
import type { RecordingResult } from '../../record.js';
import type { RankedVoice } from '../../speakers/index.js';
import type { TransportOptions } from '../options.js';
import { WorkerHandle } from './handle.js';
import type { CallName, Command, WorkerCalls } from './ipc.js';

const RESTARTS: BackoffLimits = { firstMs: 100, longestMs: 10_000, stableMs: 30_000 };
/**
 * Limit of the time for which a call waits for a starting worker, which takes longer on a busy machine. A refusal would
 * cost the member its stream, and clients have timeouts of their own.
 */
const READY_TIMEOUT_MS = 60_000;

export interface SlotEvents {
  state(transportId: string, epoch: number, state: TransportState): void;
  recordingEnded(result: RecordingResult): void;
  speakers(roomId: string, speakers: readonly RankedVoice[]): void;
  /** The worker accepts calls and has no earlier state; called before any pending call is made. */
  started(): void;
  lost(cause: Error): void;
  log(message: string, cause?: unknown): void;
}

/** The slot of one worker: keeps one running, and restarts it with growing delays. */
export class WorkerSlot {
  #handle: WorkerHandle;
  #startedAt: number;
  readonly #backoff = new Backoff(RESTARTS);
  #cancelRestart: (() => void) | undefined;
  #isStopped = false;
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly entry: string,
    private readonly options: TransportOptions,
    private readonly clock: Clock,
    private readonly events: SlotEvents,
  ) {
    this.#startedAt = clock.now();
    this.#handle = this.#launch();
  }

  get isReady(): boolean {
    return this.#handle.isReady;
  }

  /** True if it is ready and has answered a ping within the last seconds. */
  get isAnswering(): boolean {
    return this.#handle.isAnswering;
  }

  get pid(): number | undefined {
    return this.#handle.pid;
  }

  /**
   * Waits for the worker, through a restart if necessary.
   *
   * @throws {MediaError} `engine-down` after the timeout
   */
  async ready(): Promise<void> {
    if (this.#handle.isReady) return;
    if (this.#isStopped) throw stopped();
    await new Promise<void>((resolve, reject) => {
      const done = (): void => {
        cancel();
        this.#waiting.delete(done);
        if (this.#handle.isReady) resolve();
        else reject(this.#isStopped ? stopped() : new MediaError('engine-down', 'the media worker does not start'));
      };
      const cancel = this.clock.after(READY_TIMEOUT_MS, done);
      this.#waiting.add(done);
    });
  }

  async call<K extends CallName>(name: K, params: WorkerCalls[K]['params']): Promise<WorkerCalls[K]['result']> {
    return this.#handle.call(name, params);
  }

  command(command: Command): void {
    this.#handle.command(command);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRestart?.();
    this.#release();
    await this.#handle.stop();
  }

  #release(): void {
    // Each callback removes itself, which is safe while a set is iterated.
    for (const done of this.#waiting) done();
  }

  #launch(): WorkerHandle {
    this.#startedAt = this.clock.now();
    const handle = new WorkerHandle(this.entry, this.options, this.clock, {
      state: (transportId, epoch, state) => this.events.state(transportId, epoch, state),
      recordingEnded: (result) => this.events.recordingEnded(result),
      speakers: (roomId, speakers) => this.events.speakers(roomId, speakers),
      gone: (cause) => this.#gone(cause),
      log: (message, cause) => this.events.log(message, cause),
    });
    handle.ready.then(
      () => {
        this.events.started();
        this.#release();
      },
      (error: unknown) => {
        if (!this.#isStopped) this.events.log('the media worker did not start', error);
      },
    );
    return handle;
  }

  #gone(cause: Error): void {
    if (this.#isStopped) return;
    const delayMs = this.#backoff.next(this.clock.now() - this.#startedAt);
    this.#cancelRestart = this.clock.after(delayMs, () => {
      this.#handle = this.#launch();
    });
    this.events.lost(cause);
  }
}

function stopped(): MediaError {
  return new MediaError('engine-down', 'the media engine has been stopped');
}
