import { Worker } from 'node:worker_threads';
import type { Clock } from '@lectern/kit/clock';
import { Refused } from '../refused.js';
import { moduleEntry } from '@lectern/kit/processes';
import type { Inspection, InspectionTask } from './inspect-file.js';
import type { InspectionRequest, WorkerMessage } from './messages.js';

/** Longest time that a worker may take over one file, once it runs. */
export const TIME_LIMIT_MS = 5_000;
/** Longest time from a worker's start to its first message: on a busy machine it takes its time to load. */
const START_LIMIT_MS = 60_000;
const WORKERS = 2;
const MAX_QUEUED = 200;
/** An inspection needs a few megabytes. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export interface InspectionPoolOptions {
  readonly clock: Clock;
  /** Path of the workers' code; the real one unless given. */
  readonly entry?: string;
  /** Worker threads at most; 2 unless given. */
  readonly size?: number;
  /** Inspections that may wait; 200 unless given. */
  readonly maxQueued?: number;
}

export interface InspectionOptions {
  /** Whose file it is: one of each owner is inspected at a time, so that nobody uses up all workers. */
  readonly ownerId: number;
  /** Ends the inspection, and the worker that is at it. */
  readonly signal?: AbortSignal | undefined;
}

interface Job extends InspectionOptions {
  readonly task: InspectionTask;
  readonly resolve: (inspection: Inspection) => void;
  readonly reject: (error: unknown) => void;
}

const tooComplex = (): Refused => new Refused(400, 'FileTooComplex');

/**
 * Inspects files in worker threads, apart from the event loop, with limits of time and memory. A worker that exceeds
 * one is ended and replaced.
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

  /** Worker threads that exist now. */
  get workers(): number {
    return this.#workers.size;
  }

  /** Inspections that wait for a worker. */
  get queued(): number {
    return this.#queue.length;
  }

  /**
   * @throws {Refused} `FileTooComplex` when a limit is exceeded, `SlowDown` when too many inspections wait; the
   * signal's reason when it is aborted
   */
  inspect(task: InspectionTask, { ownerId, signal }: InspectionOptions): Promise<Inspection> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed || this.#queue.length >= this.#maxQueued) throw new Refused(503, 'SlowDown');
      const job: Job = { task, ownerId, signal, resolve, reject };
      signal?.addEventListener('abort', () => this.#abort(job, signal.reason), { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Ends all workers. Idempotent. */
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

  async #run({ task }: Job, signal: AbortSignal): Promise<Inspection> {
    const worker = this.#idle.pop() ?? (await this.#start(signal));
    const request: InspectionRequest = { task };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(request);
    const message = await this.#messageOf(worker, TIME_LIMIT_MS, signal);
    this.#idle.push(worker);
    if (message.kind === 'done') return message.inspection;
    if (message.kind === 'too-complex') throw tooComplex();
    throw new Error(message.kind === 'failed' ? `an inspection failed: ${message.message}` : 'unexpected message');
  }

  async #start(signal: AbortSignal): Promise<Worker> {
    const entry = await this.#entry;
    signal.throwIfAborted();
    // Without the host's own flags: an inspector port, a test runner's loader.
    const worker = new Worker(entry, { execArgv: [], env: {}, resourceLimits: RESOURCE_LIMITS });
    // An idle worker does not keep the process alive.
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

  /** The next message of a worker; one that sends none in time, or is not waited for any more, is ended. */
  #messageOf(
    worker: Worker,
    limitMs: number,
    signal: AbortSignal,
    // It ran out of memory, which nothing but the file is the cause of.
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
        // The next one may begin when the thread is gone: there are never more than there should be.
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
