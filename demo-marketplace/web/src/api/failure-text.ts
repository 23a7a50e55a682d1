import type { Text } from '../i18n/use-text.js';
import { ApiError, STORAGE_FULL_STATUS } from './client.js';

/** The text shown for a failed call: the message of the server, or else one of the specification §8. */
export function failureText(error: unknown, t: Text): string {
  if (!(error instanceof ApiError)) return t('request.failed');
  const { status } = error;
  if (status >= 500)
    return t(status === STORAGE_FULL_STATUS ? 'request.failed.full' : 'request.failed.status', { status });
  return error.isSaid ? error.message : t('request.failed');
}
