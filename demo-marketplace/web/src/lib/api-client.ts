import {
  envelope,
  failureData,
  FailureReason,
  ResultCode,
  type AnyAction,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';

/** An answer of the API whose code is not 1. */
export class ApiError extends Error {
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.reason = reason;
  }
}

/**
 * Calls one action of the contract and checks its answer.
 * @throws {ApiError} when the server refused or answered with something else; `TypeError` when it was not reached.
 */
export async function callApi<A extends AnyAction>(
  action: A,
  body: RequestOf<A>,
  { locale, signal }: { readonly locale: string; readonly signal?: AbortSignal },
): Promise<ResponseOf<A>> {
  const response = await fetch(action.path, {
    method: action.method,
    headers: { 'content-type': 'application/json', 'accept-language': locale },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const parsed = envelope.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) {
    throw new ApiError(`${action.path} answered with HTTP ${response.status}`, FailureReason.Internal);
  }
  const { code, msg, data } = parsed.data;
  if (code === ResultCode.Ok) return action.response.parse(data) as ResponseOf<A>;
  throw new ApiError(msg, failureData.safeParse(data).data?.reason ?? FailureReason.Internal);
}
