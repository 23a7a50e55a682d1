import { FailureReason } from '@lectern/marketplace-contract';
import { ApiError } from './client.js';

/** Returns true if a call failed because its target does not exist or is not visible to the caller. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === FailureReason.NotFound;
