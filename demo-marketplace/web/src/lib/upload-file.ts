import {
  completeUpload,
  FailureReason,
  getSignedUrl,
  UPLOAD_RULES,
  type FieldProblem,
  type UploadType,
} from '@lectern/marketplace-contract';
import { ApiError, callApi, STORAGE_FULL_STATUS } from '../api/client.js';

/** Checks a file by the rules of the server before it is uploaded; undefined if they allow it. */
export function fileProblem(type: UploadType, file: Pick<File, 'type' | 'size'>): FieldProblem | undefined {
  const { mimes, maxBytes } = UPLOAD_RULES[type];
  if (!mimes.includes(file.type)) return 'wrong-type';
  return file.size > maxBytes ? 'too-large' : undefined;
}

interface UploadOptions {
  readonly locale: string;
  readonly signal: AbortSignal;
  /** Called with the bytes that were sent and the total. */
  readonly onProgress?: (sent: number, size: number) => void;
}

/** Sends a form and reports the progress, which `fetch` cannot. @throws {TypeError} when the storage was not reached */
function sendForm(
  host: string,
  form: FormData,
  { signal, onProgress }: Pick<Required<UploadOptions>, 'signal' | 'onProgress'>,
): Promise<{ readonly ok: boolean; readonly status: number }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.addEventListener('load', () => resolve({ ok: request.status < 300, status: request.status }));
    request.addEventListener('error', () => reject(new TypeError('the storage was not reached')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was given up', 'AbortError')));
    request.open('POST', host);
    request.send(form);
  });
}

/**
 * Uploads one file directly to the storage.
 *
 * @returns the key that names the file from then on, and its URL: permanent, valid for some minutes if it is not
 * public, or empty
 * @throws {ApiError} when the server refused to sign, or its disk is full, `Error` when the storage refused the file, `TypeError` when one
 * of them was not reached.
 */
export async function uploadFile(
  type: UploadType,
  file: File,
  { locale, signal, onProgress }: UploadOptions,
): Promise<{ readonly key: string; readonly url: string }> {
  const { name: filename, size, type: mime } = file;
  const { host, fields, key } = await callApi(getSignedUrl, { type, filename, size, mime }, { locale, signal });
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', file);
  signal.throwIfAborted();
  const response = await (onProgress === undefined
    ? fetch(host, { method: 'POST', body: form, signal })
    : sendForm(host, form, { signal, onProgress }));
  const refusal = `the storage refused the file with HTTP ${response.status}`;
  if (response.status === STORAGE_FULL_STATUS) {
    throw new ApiError(refusal, FailureReason.Unavailable, { status: response.status });
  }
  if (!response.ok) throw new Error(refusal);
  const { url } = await callApi(completeUpload, { key }, { locale, signal });
  return { key, url };
}
