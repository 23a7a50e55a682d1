import type { Dispose } from './clock.js';

/** An interface whose members are listener functions, by event name. */
export type EventMap<E> = { [K in keyof E]: (...args: never[]) => void };

/** Throws asynchronously, so that the error reaches the page's or the process's error handler. */
export const rethrowLater = (error: unknown): void => {
  setTimeout(() => {
    throw error;
  });
};

/** Calls a listener of the application; an exception in it does not keep the others from being called. */
export function callListener<A extends readonly unknown[]>(listener: (...args: A) => void, ...args: A): void {
  try {
    listener(...args);
  } catch (error) {
    rethrowLater(error);
  }
}

/**
 * Typed events. A listener that throws does not keep the others from being called: its error goes to `report`, by
 * default it is rethrown asynchronously.
 */
export class Emitter<E extends EventMap<E>> {
  /** One entry per call of `on`, so that a function that was added twice has two. */
  readonly #listeners = new Map<keyof E, Set<{ readonly call: (...args: never[]) => void }>>();
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void = rethrowLater) {
    this.#report = report;
  }

  /** Adds a listener; the returned function removes it. The same function may be added several times. */
  on<K extends keyof E>(event: K, listener: E[K]): Dispose {
    const listeners = this.#listeners.get(event) ?? new Set();
    const entry = { call: listener };
    this.#listeners.set(event, listeners.add(entry));
    return () => void listeners.delete(entry);
  }

  emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    const listeners = this.#listeners.get(event);
    // A copy: listeners added during the emit receive only the next event, listeners removed during it receive nothing.
    for (const entry of [...(listeners ?? [])]) {
      try {
        if (listeners?.has(entry)) entry.call(...(args as never[]));
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
