import type { Clock, Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { obtainToken, type TokenProvider } from '../rest/token-source.js';
import { TOKEN_NOTICE_SHARE } from './constants.js';
import { badParameter, ImErrorCode, ImErrorMessage, imError } from './errors.js';
import { asObject, asText, type ImRest } from './rest.js';
import type { ImIdentity } from './types.js';

/** A token and its lifetime, if the server sends one. */
interface Login {
  readonly token: string;
  /** Milliseconds. */
  readonly lifeMs: number | undefined;
}

const REFUSALS: Readonly<Record<string, readonly [string, ImErrorCode]>> = {
  'user not found': [ImErrorMessage.NoUser, ImErrorCode.UserNotFound],
  'invalid password': [ImErrorMessage.WrongPassword, ImErrorCode.LoginFailed],
  'user not activated': [ImErrorMessage.Banned, ImErrorCode.ServiceDisabled],
};

/** Maps a refused login by name and password to the specification's message (marketplace §8). */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof LecternError) || error.reason !== 'refused') return error;
  const { cause } = error;
  // The call's error is the cause of this one, and has the answer as its cause.
  const answer = asObject(cause instanceof LecternError ? cause.cause : undefined);
  const words = asText(answer.error_description) || error.message;
  const [message, code] = (Object.hasOwn(REFUSALS, words) && REFUSALS[words]) || [error.message, undefined];
  const known = error.code === ImErrorCode.UserNotFound ? ImErrorCode.UserNotFound : ImErrorCode.LoginFailed;
  return imError(message, 'refused', code ?? known, error);
}

/** Credentials of a user: a token from the application, or a provider or name and password to obtain tokens as needed. */
export class ImCredentials {
  readonly username: string;
  readonly #password: string | undefined;
  readonly #provide: TokenProvider | undefined;
  #token: string | undefined;
  #pending: Promise<Login> | undefined;

  /** @throws {LecternError} 'enter account password'. */
  constructor(identity: ImIdentity) {
    const { username, token, password } = identity as {
      username: string;
      token?: string | TokenProvider;
      password?: string;
    };
    if (!username || !(token || password)) throw badParameter(ImErrorMessage.EnterAccount);
    this.username = username;
    if (typeof token === 'function') this.#provide = token;
    else this.#token = token || undefined;
    this.#password = password;
  }

  /** True if new tokens can be obtained without the application. */
  get canLogIn(): boolean {
    return this.#password !== undefined || this.#provide !== undefined;
  }

  /** The current token, if there is one. */
  get token(): string | undefined {
    return this.#token;
  }

  set token(token: string | undefined) {
    this.#token = token;
  }

  /** Forgets a token that the server refused; false where no other can be obtained. */
  discard(token: string): boolean {
    if (this.canLogIn && this.#token === token) this.#token = undefined;
    return this.canLogIn;
  }

  /** Obtains a new token; concurrent calls share the request. @throws {LecternError} */
  logIn(rest: ImRest): Promise<Login> {
    this.#pending ??= this.#logIn(rest).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #logIn(rest: ImRest): Promise<Login> {
    if (this.#provide) {
      this.#token = await obtainToken(this.#provide, rest.clock);
      return { token: this.#token, lifeMs: undefined };
    }
    const json = { grant_type: 'password', username: this.username, password: this.#password };
    const answer = await rest.call('POST', 'token', { json, token: '' }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    const token = asText(answer.access_token);
    if (token === '') throw imError("the server's answer to the login has no access_token", 'protocol');
    this.#token = token;
    const seconds = Number(answer.expires_in);
    return { token, lifeMs: seconds > 0 ? seconds * 1_000 : undefined };
  }
}

export interface TokenWatchHandlers {
  /** Four fifths of the lifetime have passed. Milliseconds since the epoch, by the machine's clock. */
  expiring(expiresAt: number): void;
  expired(): void;
}

/** Timers take 31 bits; a token may live longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reports when a token is about to expire, and when it expires (wire-im 3.2). */
export class TokenWatch {
  readonly #clock: Clock;
  readonly #handlers: TokenWatchHandlers;
  #stop: Dispose = () => undefined;

  constructor(clock: Clock, handlers: TokenWatchHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /** Watches a token with this expiry, instead of the one before. */
  start(expiresAt: number): void {
    const now = this.#clock.now();
    this.#at(now + (expiresAt - now) * TOKEN_NOTICE_SHARE, () => {
      this.#at(expiresAt, () => this.#handlers.expired());
      this.#handlers.expiring(expiresAt);
    });
  }

  stop(): void {
    this.#stop();
  }

  #at(time: number, callback: () => void): void {
    const leftMs = time - this.#clock.now();
    this.#stop();
    this.#stop =
      leftMs > LONGEST_TIMER_MS
        ? this.#clock.after(LONGEST_TIMER_MS, () => this.#at(time, callback))
        : this.#clock.after(leftMs, callback);
  }
}
