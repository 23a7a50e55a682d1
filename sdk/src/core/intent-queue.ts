import type { Dispose } from './clock.js';
import { abortError, deferred, onAbort, throwIfAborted, type Deferred } from './abort.js';
import { LecternError } from './errors.js';

/** Work of an intent; `signal` is aborted when no caller waits for it any more. */
export type Intent<T> = (signal: AbortSignal) => Promise<T> | T;

interface Waiter {
  readonly result: Deferred<unknown>;
  stopListening: Dispose;
}

interface Entry {
  readonly tag: string;
  readonly intent: Intent<unknown>;
  readonly waiters: Set<Waiter>;
  readonly controller: AbortController;
}

/**
 * Runs user intents on one object, one after the other. Among the waiting intents of one tag only the last is run, at
 * its own place in the order; superseded ones settle with its result. A running intent is not superseded.
 *
 * Every promise settles: with the intent's result, at once when the caller's signal is aborted, and with reason
 * `closed` when the queue is closed.
 */
export class IntentQueue {
  #waiting: Entry[] = [];
  #running: Entry | undefined;
  #closed: LecternError | undefined;

  /** True if no intent runs or waits. */
  get isIdle(): boolean {
    return this.#running === undefined && this.#waiting.length === 0;
  }

  /** Queues an intent. Callers that share a tag must expect the same kind of result. */
  async run<T>(tag: string, intent: Intent<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closed) throw this.#closed;
    throwIfAborted(signal);
    const superseded = this.#waiting.find((entry) => entry.tag === tag);
    this.#waiting = this.#waiting.filter((entry) => entry !== superseded);
    const entry: Entry = { tag, intent, waiters: superseded?.waiters ?? new Set(), controller: new AbortController() };
    const result = deferred<unknown>();
    const waiter: Waiter = { result, stopListening: () => undefined };
    entry.waiters.add(waiter);
    waiter.stopListening = onAbort(signal, (error) => this.#abandon(waiter, error));
    this.#waiting.push(entry);
    this.#next();
    return (await result.promise) as T;
  }

  /** Rejects all waiting and running intents with reason `closed` and aborts the running one. Idempotent. */
  close(error = new LecternError('closed', { reason: 'closed' })): void {
    if (this.#closed) return;
    this.#closed = error;
    const entries = this.#running ? [this.#running, ...this.#waiting] : this.#waiting;
    this.#waiting = [];
    for (const entry of entries) {
      this.#settle(entry, (waiter) => waiter.result.reject(error));
      entry.controller.abort(error);
    }
  }

  #abandon(waiter: Waiter, error: LecternError): void {
    waiter.result.reject(error);
    const entry = [this.#running, ...this.#waiting].find((candidate) => candidate?.waiters.has(waiter));
    if (!entry) return;
    entry.waiters.delete(waiter);
    if (entry.waiters.size > 0) return;
    this.#waiting = this.#waiting.filter((candidate) => candidate !== entry);
    entry.controller.abort(error);
  }

  #settle(entry: Entry, how: (waiter: Waiter) => void): void {
    for (const waiter of entry.waiters) {
      waiter.stopListening();
      how(waiter);
    }
    entry.waiters.clear();
  }

  #next(): void {
    const entry = this.#running ? undefined : this.#waiting.shift();
    if (!entry) return;
    this.#running = entry;
    void this.#perform(entry).finally(() => {
      this.#running = undefined;
      this.#next();
    });
  }

  async #perform(entry: Entry): Promise<void> {
    const { signal } = entry.controller;
    try {
      const value = await entry.intent(signal);
      this.#settle(entry, (waiter) => waiter.result.resolve(value));
    } catch (error) {
      const reason = signal.aborted ? abortError(signal) : error;
      this.#settle(entry, (waiter) => waiter.result.reject(reason));
    }
  }
}
