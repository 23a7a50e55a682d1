import { StartError } from './start-error.js';

/** The start was aborted by its signal. */
export class StartAborted extends StartError {
  constructor() {
    super('the start was given up');
    this.name = 'StartAborted';
  }
}

/**
 * Resources that a start has acquired, so that it can be aborted at any moment: when the signal is aborted, or the
 * start fails, all of them are released in reverse order, without waiting for pending work.
 */
export class StartScope {
  readonly #ends: (() => Promise<void>)[] = [];
  #ending: Promise<void> | undefined;

  constructor(readonly signal: AbortSignal = new AbortController().signal) {}

  /** Registers the cleanup of a resource; it runs at once if the start has been aborted. */
  add(end: () => Promise<void>): void {
    if (this.#ending === undefined) this.#ends.push(end);
    else this.#ending = this.#ending.then(end);
    this.signal.throwIfAborted();
  }

  /**
   * Runs the start.
   *
   * @throws {StartAborted} as soon as everything has ended, when the signal is aborted before the start is done
   * @throws what the start throws, as soon as everything has ended
   */
  async run<T>(start: () => Promise<T>): Promise<T> {
    let abort = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => void this.#endAll().then(() => reject(new StartAborted()), reject);
      this.signal.addEventListener('abort', abort, { once: true });
    });
    aborted.catch(() => undefined);
    if (this.signal.aborted) {
      abort();
      return aborted;
    }
    try {
      return await Promise.race([start(), aborted]);
    } catch (error) {
      await this.#endAll();
      throw this.signal.aborted ? new StartAborted() : error;
    } finally {
      this.signal.removeEventListener('abort', abort);
    }
  }

  async #endAll(): Promise<void> {
    this.#ending ??= this.#endEach();
    await this.#ending;
  }

  async #endEach(): Promise<void> {
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      // The other resources must be released nevertheless.
      await end().catch(() => undefined);
    }
  }
}
