import { onAbort } from '../core/abort.js';
import { LecternError, type ErrorReason } from '../core/errors.js';
import type { HttpRequest, HttpResponse, Platform } from '../platform/types.js';
import { type ErrorType, REST_TIMEOUT_MS, REQUEST_TIMEOUT_CODE } from '../protocol/index.js';

export type HttpPlatform = Pick<Platform, 'clock' | 'request'>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 15 000. */
  readonly timeoutMs?: number | undefined;
}

export type JsonObject = Readonly<Record<string, unknown>>;

interface Answer {
  readonly response: HttpResponse;
  readonly text: string;
}

const httpError = (message: string, reason: ErrorReason, code?: number, cause?: unknown): LecternError =>
  new LecternError(message, { reason, code, errorType: 'http_error' satisfies ErrorType, cause });

/** Sends a request; rejects with reason `timeout` (−408), `aborted` or `network`, and then closes the connection. */
async function send(platform: HttpPlatform, url: string, request: HttpRequest, options: CallOptions): Promise<Answer> {
  const { signal, timeoutMs = REST_TIMEOUT_MS } = options;
  const controller = new AbortController();
  const stopTimer = platform.clock.after(timeoutMs, () =>
    controller.abort(httpError(`${url} did not answer within ${timeoutMs} ms`, 'timeout', REQUEST_TIMEOUT_CODE)),
  );
  const stopListening = onAbort(signal, (error) => controller.abort(error));
  try {
    controller.signal.throwIfAborted();
    const response = await platform.request(url, { ...request, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    const reason: unknown = controller.signal.reason;
    if (reason instanceof LecternError) throw reason;
    throw httpError(`${url} can not be reached: check the address and the network`, 'network', undefined, cause);
  } finally {
    stopTimer();
    stopListening();
  }
}

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
};

/** The server's message, under any of the names that deployed servers use. */
const messageOf = (body: JsonObject | undefined): string | undefined => {
  const words = [body?.errorMessage, body?.error_description, body?.msg, body?.message, body?.error];
  return words.find((word): word is string => typeof word === 'string' && word !== '');
};

/**
 * Sends a request and returns the JSON object of the answer.
 * @throws {LecternError} `server_refuse` with the body's `error` as code, `http_error` with the status as code (spec
 * §8), and reasons `timeout`, `aborted`, `network`, `protocol`.
 */
export async function callJson(
  platform: HttpPlatform,
  method: HttpRequest['method'],
  url: string,
  body?: JsonObject,
  options: CallOptions = {},
): Promise<JsonObject> {
  const payload = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const { response, text } = await send(platform, url, { method, ...payload }, options);
  const answer = parse(text);
  const { ok, status } = response;
  if (!ok) {
    const message = messageOf(answer) ?? `${url} answered with HTTP status ${status}`;
    throw httpError(message, status < 500 ? 'refused' : 'network', status, answer ?? text);
  }
  if (!answer) {
    throw httpError(
      `${url} answered with something that is no JSON object: check that it is a REST server`,
      'protocol',
    );
  }
  const error = answer.error ?? 0;
  if (error !== 0 && error !== '0') {
    const code = typeof error === 'number' || typeof error === 'string' ? Number(error) : Number.NaN;
    throw new LecternError(messageOf(answer) ?? `the server refused with error ${JSON.stringify(error)}`, {
      reason: 'refused',
      code: Number.isNaN(code) ? undefined : code,
      errorType: 'server_refuse' satisfies ErrorType,
      cause: answer,
    });
  }
  return answer;
}
