import { argumentError } from '../conference/context.js';
import { onAbort, throwIfAborted } from '../core/abort.js';
import { LecternError } from '../core/errors.js';
import type { Clock } from '../core/clock.js';
import { systemClock } from '../platform/system.js';

const DEFAULT_TIMEOUT_MS = 60_000;
const OK = 200;

/** A log, and its destination. */
export interface LogUpload {
  /** http or https. */
  readonly url: string;
  /** Name of the file and of its part in the form, e.g. `report.txt`. */
  readonly name: string;
  readonly text: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives the bytes sent and the total; both are equal at the end. */
  readonly onProgress?: (sent: number, total: number) => void;
  /** Default 60 000. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /**
   * Default: the page's. It is required for progress events; without it `fetch` is used and only 0 and the end are
   * reported.
   */
  readonly XMLHttpRequest?: typeof XMLHttpRequest;
  readonly fetch?: typeof fetch;
}

const failed = (
  message: string,
  reason: 'network' | 'refused' | 'timeout',
  code?: number,
  cause?: unknown,
): LecternError => new LecternError(message, { reason, code, errorType: 'http_error', cause });

/**
 * Uploads a log by POST as multipart form data (spec §1, §7; wire-conference 4). Only status 200 counts as done.
 * @throws {LecternError} `http_error` with the status as code; reasons `refused`, `network`, `timeout`, `aborted`,
 * `invalid-argument`.
 */
export async function uploadLog(upload: LogUpload): Promise<void> {
  const { url, name, text, fields = {}, signal, clock = systemClock, timeoutMs = DEFAULT_TIMEOUT_MS } = upload;
  if (!/^https?:/.test(url)) throw argumentError(`"${url}" must be an http or https URL`);
  if (name === '') throw argumentError('name is missing: the log needs the name of a file');
  throwIfAborted(signal);
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(name, new Blob([text], { type: 'text/plain' }), name);
  // Header values are Latin-1; the form carries a name in Chinese as well.
  const headers = { ...upload.headers, 'X-File-Name': encodeURIComponent(name) };
  const controller = new AbortController();
  const late = failed(`${url} did not take the log within ${timeoutMs} ms`, 'timeout', -408);
  const stopTimer = clock.after(timeoutMs, () => controller.abort(late));
  const stopListening = onAbort(signal, (error) => controller.abort(error));
  try {
    const status = await send({ ...upload, headers }, form, controller.signal);
    if (status !== OK) throw failed(`${url} refused the log with HTTP status ${status}`, 'refused', status);
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (cause instanceof LecternError) throw cause;
    throw failed(`${url} can not be reached: check the address and the network`, 'network', undefined, cause);
  } finally {
    stopTimer();
    stopListening();
  }
}

async function send(upload: LogUpload, form: FormData, signal: AbortSignal): Promise<number> {
  const { url, headers, onProgress, XMLHttpRequest: Xhr = globalThis.XMLHttpRequest } = upload;
  if (typeof Xhr === 'function') return sendWithProgress(new Xhr(), { ...upload, form, signal });
  const total = new Blob([upload.text]).size;
  onProgress?.(0, total);
  const { fetch: post = globalThis.fetch } = upload;
  const response = await post(url, {
    method: 'POST',
    body: form,
    signal,
    credentials: 'omit',
    ...(headers && { headers }),
  });
  if (response.status === OK) onProgress?.(total, total);
  return response.status;
}

function sendWithProgress(
  request: XMLHttpRequest,
  {
    url,
    headers = {},
    form,
    signal,
    onProgress,
  }: LogUpload & { readonly form: FormData; readonly signal: AbortSignal },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, (error) => {
      request.abort();
      reject(error);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(new Error('the request failed'));
    request.onloadend = stop;
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
}
