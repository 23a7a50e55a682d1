/** Thrown when a condition was not met in time; the message ends with the last value. */
export class TimeoutError extends Error {
  constructor(what: string, timeoutMs: number, lastSeen: string) {
    super(`${what} did not happen within ${timeoutMs} ms; last seen: ${lastSeen}`);
    this.name = 'TimeoutError';
  }
}

const POLL_MS = 50;

/**
 * Limit of waiting for a condition, in ms. Waiting ends as soon as the condition holds, so a lower limit gains nothing
 * and could fail on a busy machine.
 */
export const WAIT_LIMIT_MS = 120_000;
/** Limit of one test in total, in ms. */
export const TEST_TIMEOUT_MS = 600_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const describe = (value: unknown): string =>
  (value instanceof Error ? value.message : JSON.stringify(value)) ?? 'nothing';

/**
 * Polls a value until it meets a condition, and returns it. A poll that throws counts as one that does not.
 *
 * @param what completes "… did not happen within"
 * @param timeoutMs defaults to {@link WAIT_LIMIT_MS}
 * @throws {TimeoutError}
 */
export const eventually = async <T, F extends T = T>(
  what: string,
  look: () => T | Promise<T>,
  fits: ((value: T) => value is F) | ((value: T) => boolean),
  timeoutMs = WAIT_LIMIT_MS,
): Promise<F> => {
  const deadline = performance.now() + timeoutMs;
  let lastSeen: unknown;
  do {
    try {
      const value = await look();
      if (fits(value)) return value as F;
      lastSeen = value;
    } catch (error) {
      lastSeen = error;
    }
    await pause(POLL_MS);
  } while (performance.now() < deadline);
  throw new TimeoutError(what, timeoutMs, describe(lastSeen));
};

/**
 * Polls whether a state stays the same for some time: the only way to show that something does *not* happen.
 *
 * @throws {TimeoutError} as soon as the condition does not hold
 */
export const stays = async <T>(
  what: string,
  look: () => T | Promise<T>,
  fits: (value: T) => boolean,
  forMs: number,
): Promise<void> => {
  const end = performance.now() + forMs;
  do {
    const value = await look();
    if (!fits(value)) throw new TimeoutError(what, forMs, describe(value));
    await pause(POLL_MS);
  } while (performance.now() < end);
};
