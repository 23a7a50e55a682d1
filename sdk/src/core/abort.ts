import type { Clock, Dispose } from './clock.js';
import { LecternError } from './errors.js';

/** A promise and the functions that settle it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T | PromiseLike<T>): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: Deferred<T>['resolve'];
  let reject!: Deferred<T>['reject'];
  const promise = new Promise<T>((ok, fail) => {
    resolve = ok;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Error of a call whose signal was aborted; a {@link LecternError} given as the reason is kept. */
export const abortError = (signal: AbortSignal): LecternError =>
  signal.reason instanceof LecternError
    ? signal.reason
    : new LecternError('the call was aborted', { reason: 'aborted', cause: signal.reason });

/** @throws {LecternError} reason `aborted`, if the signal was aborted already. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

/** Calls back once when the signal is aborted, at once if it was; the returned function removes the listener. */
export function onAbort(signal: AbortSignal | undefined, callback: (error: LecternError) => void): Dispose {
  if (!signal) return () => undefined;
  const listener = (): void => callback(abortError(signal));
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** Combines several signals: aborted with the first of them, and its reason, until `release` detaches it. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal;
  readonly release: Dispose;
} {
  const controller = new AbortController();
  const listening = signals.map((signal) => onAbort(signal, (error) => controller.abort(error)));
  return { signal: controller.signal, release: () => listening.forEach((dispose) => dispose()) };
}

export interface RaceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly timeoutMs?: number | undefined;
  /** Creates the error of the timeout; by default reason `timeout`. */
  readonly timeoutError?: () => Error;
}

/** Settles with the promise, or rejects first when the signal is aborted or `timeoutMs` have passed on `clock`. */
export function race<T>(promise: PromiseLike<T>, options: RaceOptions): Promise<T> {
  const { signal, clock, timeoutMs, timeoutError } = options;
  return new Promise<T>((resolve, reject) => {
    let stopTimer: Dispose = () => undefined;
    let stopListening: Dispose = () => undefined;
    const release = (): void => {
      stopTimer();
      stopListening();
    };
    const fail = (error: unknown): void => {
      release();
      reject(error as Error);
    };
    if (clock && timeoutMs !== undefined) {
      stopTimer = clock.after(timeoutMs, () =>
        fail(timeoutError?.() ?? new LecternError(`no answer within ${timeoutMs} ms`, { reason: 'timeout' })),
      );
    }
    stopListening = onAbort(signal, fail);
    promise.then((value) => {
      release();
      resolve(value);
    }, fail);
  });
}

/** Resolves after `delayMs`. @throws {LecternError} reason `aborted`. */
export const delay = (clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> => {
  const { promise, resolve } = deferred<void>();
  const stop = clock.after(delayMs, resolve);
  return race(promise, { signal }).finally(stop);
};
