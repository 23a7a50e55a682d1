import { LecternError } from '../core/errors.js';
import { race } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import type { HttpRequest } from '../platform/types.js';
import type { AppKey } from '../rest/app-key.js';
import { callJson, type HttpPlatform, type JsonObject } from '../rest/http.js';
import { ImErrorCode, ImErrorMessage, imError } from './errors.js';

export interface ImRestOptions {
  readonly platform: HttpPlatform;
  readonly appKey: AppKey;
  /** Without a slash at its end. */
  readonly base: string;
  /** Returns the token for calls. */
  token(): Promise<string>;
  /** The server refused this token; true if {@link token} returns another one now. */
  refused(token: string): boolean;
}

interface CallBody {
  readonly signal?: AbortSignal | undefined;
  readonly json?: JsonObject | readonly unknown[];
  readonly form?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Replaces the user's token; empty sends none. */
  readonly token?: string;
}

export const asList = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((entry): entry is JsonObject => typeof entry === 'object' && entry !== null) : [];

export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const CODES = new Set<number>(Object.values(ImErrorCode));
const STATUS_CODES: Readonly<Record<number, ImErrorCode>> = {
  401: ImErrorCode.TokenInvalid,
  403: ImErrorCode.PermissionDenied,
  429: ImErrorCode.TooFast,
};

/** Maps a failed call to an {@link ImErrorCode}; `cause` is the original HTTP error. */
export function restError(error: unknown): unknown {
  if (!(error instanceof LecternError) || error.reason === 'aborted') return error;
  const { reason, code, message, cause } = error;
  if (reason === 'timeout') return imError(message, reason, ImErrorCode.RequestTimeout, error);
  const told = asObject(cause).error;
  const number = typeof told === 'number' && CODES.has(told) ? (told as ImErrorCode) : undefined;
  if (message === 'user not found' || number === ImErrorCode.UserNotFound) {
    return imError(ImErrorMessage.NoUser, reason, ImErrorCode.UserNotFound, error);
  }
  return imError(message, reason, number ?? STATUS_CODES[code ?? 0] ?? ImErrorCode.RestFailed, error);
}

/** HTTP calls below `/{org}/{app}`, authorised by the user's token (wire-im 2). */
export class ImRest {
  readonly #options: ImRestOptions;

  constructor(options: ImRestOptions) {
    this.#options = options;
  }

  get clock(): Clock {
    return this.#options.platform.clock;
  }

  /** @throws {LecternError} with one of {@link ImErrorCode}. */
  async call(method: HttpRequest['method'], path: string, call: CallBody = {}): Promise<JsonObject> {
    if (call.token !== undefined) return this.#send(method, path, call, call.token);
    const token = await this.#token(call.signal);
    try {
      return await this.#send(method, path, call, token);
    } catch (error) {
      const isOfToken = error instanceof LecternError && error.code === ImErrorCode.TokenInvalid;
      if (!isOfToken || !this.#options.refused(token)) throw error;
    }
    return this.#send(method, path, call, await this.#token(call.signal));
  }

  #token(signal: AbortSignal | undefined): Promise<string> {
    return race(this.#options.token(), { signal }).catch((error: unknown) => {
      throw restError(error);
    });
  }

  async #send(method: HttpRequest['method'], path: string, call: CallBody, token: string): Promise<JsonObject> {
    const { platform, appKey, base } = this.#options;
    const { json, form, query, signal } = call;
    const search = query === undefined ? '' : `?${new URLSearchParams(texts(query)).toString()}`;
    const url = `${base}/${appKey.org}/${appKey.app}/${path}${search}`;
    try {
      const port = withHead(platform, token, form && new URLSearchParams(form).toString());
      return await callJson(port, method, url, json as JsonObject | undefined, { signal });
    } catch (error) {
      throw restError(error);
    }
  }
}

const texts = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Wraps the platform to send a token with every request, and a form as its body if given. */
const withHead = (platform: HttpPlatform, token: string, form: string | undefined): HttpPlatform => ({
  clock: platform.clock,
  request: (url, call) =>
    platform.request(url, {
      ...call,
      ...(form !== undefined && { body: form }),
      headers: {
        ...call.headers,
        ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
      },
    }),
});
