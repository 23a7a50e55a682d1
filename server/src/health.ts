import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';

/** Timeout of a check, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;
/** Time for which a report is cached: frequent requests cost nothing. */
const FRESH_MS = 1_000;

/** A failure with a public message; other errors of a check are only logged. */
export class HealthProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HealthProblem';
  }
}

/** Resolves when the checked part works. @throws when it does not; the message of a {@link HealthProblem} is public */
export type HealthCheck = () => Promise<void>;

/** Body of `GET /healthz`. */
export interface HealthReport {
  readonly status: 'ok' | 'unavailable';
  /** By name: `ok`, or the message of the failure. */
  readonly checks: Readonly<Record<string, string>>;
}

const OK = 'ok';
const NO_ANSWER = 'does not answer';
const CLOSING: HealthReport = { status: 'unavailable', checks: { server: 'is closing' } };

/** Determines whether the server can do its work. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>();
  #latest: { readonly at: number; readonly report: HealthReport } | undefined;
  #asking: Promise<HealthReport> | undefined;
  #isClosing = false;
  #problems = '';

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Adds a check that must pass for the server to be ready. @throws {Error} when the name is taken */
  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`there is a health check "${name}" already; choose another name`);
    this.#checks.set(name, check);
  }

  /** The server is not ready any more. */
  close(): void {
    this.#isClosing = true;
  }

  /** Runs all checks at once, within two seconds; a report of the last second is reused. */
  async report(): Promise<HealthReport> {
    if (this.#isClosing) return CLOSING;
    const latest = this.#latest;
    const ageMs = latest === undefined ? FRESH_MS : this.clock.now() - latest.at;
    // After a clock was set back, a report would be reused for hours.
    if (latest !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return latest.report;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<HealthReport> {
    const entries = [...this.#checks].map(async ([name, check]) => [name, await this.#run(name, check)] as const);
    const checks = Object.fromEntries(await Promise.all(entries));
    const isOk = Object.values(checks).every((result) => result === OK);
    const report: HealthReport = { status: isOk ? 'ok' : 'unavailable', checks };
    this.#latest = { at: this.clock.now(), report };
    const problems = isOk ? '' : JSON.stringify(checks);
    if (problems !== this.#problems)
      this.log[isOk ? 'info' : 'warn']({ checks }, 'the health of the server has changed');
    this.#problems = problems;
    return report;
  }

  async #run(name: string, check: HealthCheck): Promise<string> {
    let cancel = (): void => undefined;
    const late = new Promise<string>((resolve) => {
      cancel = this.clock.after(CHECK_TIMEOUT_MS, () => resolve(NO_ANSWER));
    });
    const result = check().then(
      () => OK,
      (error: unknown) => {
        if (error instanceof HealthProblem) return error.message;
        this.log.debug({ err: error, check: name }, 'a health check failed');
        return NO_ANSWER;
      },
    );
    try {
      return await Promise.race([result, late]);
    } finally {
      cancel();
    }
  }
}
