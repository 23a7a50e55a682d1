import { Worker } from 'node:worker_threads';
import type { Clock } from '@lectern/kit/clock';
import { Refused } from '../refused.js';
import { moduleEntry } from '@lectern/kit/processes';
import type { Inspection, InspectionTask } from './inspect-file.js';
import type { CheckedCaptions } from './check-captions.js';
import type { InspectionRequest, WorkerMessage, WorkerResult, WorkerTask } from './messages.js';

/** Maximum time of a running worker for one file. */
export const TIME_LIMIT_MS = 5_000;
/** Maximum time from a worker's start to its first message; loading takes long on a busy machine. */
const START_LIMIT_MS = 60_000;
const WORKERS = 2;
const MAX_QUEUED = 200;
/** Memory limits of a worker; an inspection needs a few megabytes. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export interface InspectionPoolOptions {
  readonly clock: Clock;
  /** Path of the worker script; the real one by default. */
  readonly entry?: string;
  /** Maximum worker threads; 2 by default. */
  readonly size?: number;
  /** Maximum queued inspections; 200 by default. */
  readonly maxQueued?: number;
}

export interface InspectionOptions {
  /** Owner of the file. One file per owner is inspected at a time, so that nobody occupies all workers. */
  readonly ownerId: number;
  /** Aborts the inspection and terminates its worker. */
  readonly signal?: AbortSignal | undefined;
}

interface Job extends InspectionOptions {
  readonly task: WorkerTask;
  readonly resolve: (result: WorkerResult) => void;
  readonly reject: (error: unknown) => void;
}

const tooComplex = (): Refused => new Refused(400, 'FileTooComplex');

/**
 * Inspects files and captions in worker threads, outside of the event loop, with time and memory limits. A worker that exceeds a
 * limit is terminated and replaced.
 */
export class InspectionPool {
  readonly #clock: Clock;
  readonly #entry: Promise<string>;
  readonly #size: number;
  readonly #maxQueued: number;
  readonly #queue: Job[] = [];
  readonly #running = new Map<Job, AbortController>();
  readonly #idle: Worker[] = [];
  readonly #workers = new Set<Worker>();
  #isClosed = false;

  constructor({ clock, entry, size = WORKERS, maxQueued = MAX_QUEUED }: InspectionPoolOptions) {
    this.#clock = clock;
    this.#entry = entry === undefined ? moduleEntry(new URL('./worker.js', import.meta.url)) : Promise.resolve(entry);
    this.#size = size;
    this.#maxQueued = maxQueued;
  }

  /** Number of existing worker threads. */
  get workers(): number {
    return this.#workers.size;
  }

  /** Number of queued inspections. */
  get queued(): number {
    return this.#queue.length;
  }

  /**
   * Inspects a file. @throws {Refused} `FileTooComplex` when a limit is exceeded, `SlowDown` when too many inspections
   * are queued; the signal's reason when it is aborted
   */
  inspect(task: InspectionTask, options: InspectionOptions): Promise<Inspection> {
    return this.#add({ kind: 'file', ...task }, options) as Promise<Inspection>;
  }

  /**
   * Reads captions as WebVTT or SRT. @throws {Refused} `FileTooComplex` when a limit is exceeded, `SlowDown` when too many
   * inspections are queued; the signal's reason when it is aborted
   */
  checkCaptions(text: string, options: InspectionOptions): Promise<CheckedCaptions> {
    return this.#add({ kind: 'captions', text }, options) as Promise<CheckedCaptions>;
  }

  #add(task: WorkerTask, { ownerId, signal }: InspectionOptions): Promise<WorkerResult> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed || this.#queue.length >= this.#maxQueued) throw new Refused(503, 'SlowDown');
      const job: Job = { task, ownerId, signal, resolve, reject };
      signal?.addEventListener('abort', () => this.#abort(job, signal.reason), { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Terminates all workers. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const gone = new Refused(503, 'SlowDown');
    for (const job of this.#queue.splice(0)) job.reject(gone);
    for (const controller of this.#running.values()) controller.abort(gone);
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #abort(job: Job, reason: unknown): void {
    const at = this.#queue.indexOf(job);
    if (at >= 0) {
      this.#queue.splice(at, 1);
      job.reject(reason);
    } else this.#running.get(job)?.abort(reason);
  }

  #next(): void {
    while (this.#running.size < this.#size) {
      const busy = new Set([...this.#running.keys()].map(({ ownerId }) => ownerId));
      const at = this.#queue.findIndex(({ ownerId }) => !busy.has(ownerId));
      const [job] = at < 0 ? [] : this.#queue.splice(at, 1);
      if (job === undefined) return;
      const controller = new AbortController();
      this.#running.set(job, controller);
      this.#run(job, controller.signal)
        .then(job.resolve, job.reject)
        .finally(() => {
          this.#running.delete(job);
          this.#next();
        });
    }
  }

  async #run({ task }: Job, signal: AbortSignal): Promise<WorkerResult> {
    const worker = this.#idle.pop() ?? (await this.#start(signal));
    const request: InspectionRequest = { task };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(request);
    const message = await this.#messageOf(worker, TIME_LIMIT_MS, signal);
    this.#idle.push(worker);
    if (message.kind === 'done') return message.result;
    if (message.kind === 'too-complex') throw tooComplex();
    throw new Error(message.kind === 'failed' ? `an inspection failed: ${message.message}` : 'unexpected message');
  }

  async #start(signal: AbortSignal): Promise<Worker> {
    const entry = await this.#entry;
    signal.throwIfAborted();
    // Without the flags of the host process, such as an inspector port or the loader of a test runner.
    const worker = new Worker(entry, { execArgv: [], env: {}, resourceLimits: RESOURCE_LIMITS });
    // An idle worker must not keep the process alive.
    worker.unref();
    this.#workers.add(worker);
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#workers.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    await this.#messageOf(worker, START_LIMIT_MS, signal, () => new Error('an inspection worker could not start'));
    return worker;
  }

  /** The next message of a worker; a worker that sends none in time, or whose inspection is aborted, is terminated. */
  #messageOf(
    worker: Worker,
    limitMs: number,
    signal: AbortSignal,
    // The worker ran out of memory, which only the file can cause.
    failure: () => Error = tooComplex,
  ): Promise<WorkerMessage> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        stopTimer();
        signal.removeEventListener('abort', onAbort);
        worker.off('message', onMessage);
        worker.off('exit', onExit);
      };
      const end = (reason: unknown): void => {
        settle();
        // Settled after the thread has ended, so that the number of threads never exceeds the limit.
        void worker.terminate().then(() => reject(reason));
      };
      const onMessage = (message: WorkerMessage): void => {
        settle();
        resolve(message);
      };
      const onExit = (): void => {
        settle();
        reject(failure());
      };
      const onAbort = (): void => end(signal.reason);
      const stopTimer = this.#clock.every(limitMs, () => end(failure()));
      worker.on('message', onMessage);
      worker.once('exit', onExit);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
