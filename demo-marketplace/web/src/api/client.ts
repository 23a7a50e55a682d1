import {
  envelope,
  failureData,
  FailureReason,
  getMemberInfo,
  ResultCode,
  type AnyAction,
  type FailureData,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { readKey } from '../lib/member-keys.js';

interface ApiErrorOptions extends ErrorOptions {
  /** The answer's `code`; 0 if it had none (specification §8). */
  readonly code?: number;
  readonly status?: number;
  readonly data?: Omit<FailureData, 'reason'>;
  /** True if the message is written for users, as all messages of the server are. */
  readonly isSaid?: boolean;
}

/** HTTP status of a server whose disk has no room for a file. */
export const STORAGE_FULL_STATUS = 507;

/** An answer of the API whose code is not 1. */
export class ApiError extends Error {
  readonly reason: FailureReason;
  readonly code: number;
  /** The HTTP status. */
  readonly status: number;
  /** False if a proxy or gateway answered; its message is not shown. */
  readonly isSaid: boolean;
  /** The problems of the refused fields, by field name. */
  readonly fields: NonNullable<FailureData['errors']>;
  /** In seconds; when the action may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(message: string, reason: FailureReason, options: ApiErrorOptions = {}) {
    super(message, options);
    this.name = 'ApiError';
    this.reason = reason;
    this.code = options.code ?? ResultCode.Failed;
    this.status = options.status ?? 200;
    this.isSaid = options.isSaid ?? true;
    this.fields = options.data?.errors ?? {};
    this.retryAfter = options.data?.retry_after;
  }
}

/** Codes for a call whose login has ended. */
const LOGIN_LOST: readonly number[] = [ResultCode.LoginRequired, ResultCode.LoginElsewhere];
const lossListeners = new Set<() => void>();

/**
 * Subscribes to failures because the login has ended, except for those of member info, whose query handles them itself.
 * @returns unsubscribes the listener
 */
export function onLoginLost(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => void lossListeners.delete(listener);
}

interface CallOptions {
  readonly locale: string;
  readonly signal?: AbortSignal;
  /** The page may be left before the answer. */
  readonly keepalive?: boolean;
  /** Token of the member the call is made for; undefined for visitors. Defaults to the token of the current session. */
  readonly token?: string | undefined;
  /** Origin of the API, for example `https://lectern.example`; by default that of the page. */
  readonly origin?: string;
}

/**
 * Calls one action of the contract with the current login, and validates its answer.
 * @throws {ApiError} when the server refused or answered with something else; `TypeError` when it was not reached.
 */
export async function callApi<A extends AnyAction>(
  action: A,
  body: RequestOf<A>,
  options: CallOptions,
): Promise<ResponseOf<A>> {
  return (await askApi(action, body, options)).data;
}

/**
 * Parses a JSON body; undefined if it is no JSON.
 * @throws {TypeError} when the connection breaks, `AbortError` when the call was aborted
 */
const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });

/** The URL of a GET with its parameters in the query; undefined ones are left out. */
function withParameters(path: string, request: unknown): string {
  const given = Object.entries(request as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** As {@link callApi}, for actions whose message is shown. @throws {ApiError} */
export async function askApi<A extends AnyAction>(
  action: A,
  body: RequestOf<A>,
  options: CallOptions,
): Promise<{ readonly data: ResponseOf<A>; readonly msg: string }> {
  const { locale, signal, keepalive = false, origin = '' } = options;
  const token = 'token' in options ? options.token : readKey('token');
  const isGet = action.method === 'GET';
  const response = await fetch(origin + (isGet ? withParameters(action.path, body) : action.path), {
    method: action.method,
    headers: {
      ...(!isGet && { 'content-type': 'application/json' }),
      'accept-language': locale,
      ...(token !== undefined && { authorization: token }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    keepalive,
  });
  const { status } = response;
  const parsed = envelope.safeParse(await readJson(response));
  if (!parsed.success) {
    throw new ApiError(`${action.path} answered with HTTP ${status}`, FailureReason.Internal, {
      status: response.ok ? 500 : status,
      isSaid: false,
    });
  }
  const { code, msg, data } = parsed.data;
  if (code === ResultCode.Ok) return { data: action.response.parse(data) as ResponseOf<A>, msg };
  const failure = failureData.safeParse(data).data ?? { reason: FailureReason.Internal };
  if (token !== undefined && LOGIN_LOST.includes(code) && action.path !== getMemberInfo.path) {
    for (const listener of [...lossListeners]) listener();
  }
  throw new ApiError(msg, failure.reason, { code, status, data: failure });
}
