import { race } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { REST_TIMEOUT_MS } from '../protocol/index.js';

/** Obtains a token of the user, e.g. from the application's backend. */
export type TokenProvider = () => string | Promise<string>;

/** Calls the provider. @throws {LecternError} reason `network`, or `timeout` after 15 s; its own errors are kept. */
export async function obtainToken(provide: TokenProvider, clock: Clock): Promise<string> {
  let token: unknown;
  try {
    const provided = new Promise<string>((resolve) => resolve(provide()));
    token = await race(provided, { clock, timeoutMs: REST_TIMEOUT_MS });
  } catch (cause) {
    if (cause instanceof LecternError) throw cause;
    throw new LecternError('the token provider failed', { reason: 'network', cause });
  }
  if (typeof token === 'string' && token) return token;
  throw new LecternError('the token provider returned no token', { reason: 'invalid-argument' });
}

/** −100 of the conference calls, and HTTP status 401. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof LecternError && error.reason === 'refused' && (error.code === -100 || error.code === 401);

/** The token for calls, from a provider; calls at the same time share one request for a token. */
export class TokenSource {
  readonly #clock: Clock;
  readonly #provide: TokenProvider;
  #token: string | undefined;
  #pending: Promise<string> | undefined;

  constructor(provide: TokenProvider, clock: Clock) {
    this.#clock = clock;
    this.#provide = provide;
  }

  /** Makes a call; where the server refuses the token, once more with one from the provider. */
  async use<T>(call: (token: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const token = await this.#get(signal);
    try {
      return await call(token);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      // Another call may have replaced it meanwhile.
      if (this.#token === token) this.#token = undefined;
      return call(await this.#get(signal));
    }
  }

  async #get(signal: AbortSignal | undefined): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#pending ??= obtainToken(this.#provide, this.#clock).then(
      (token) => {
        this.#pending = undefined;
        return (this.#token = token);
      },
      (error: unknown) => {
        this.#pending = undefined;
        throw error;
      },
    );
    return race(this.#pending, { signal });
  }
}
