import type { Text } from '../i18n/use-text.js';
import { ApiError } from './client.js';

/** What a failed call is told as: the server's words, or those of the specification §8 where it had none. */
export function failureText(error: unknown, t: Text): string {
  if (!(error instanceof ApiError)) return t('request.failed');
  if (error.status >= 500) return t('request.failed.status', { status: error.status });
  return error.isSaid ? error.message : t('request.failed');
}
