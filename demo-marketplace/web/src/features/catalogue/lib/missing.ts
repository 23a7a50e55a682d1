import { FailureReason } from '@lectern/marketplace-contract';
import { ApiError } from '../../../api/client.js';

/** Whether a call failed because what it names is not there, or not for the caller. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === FailureReason.NotFound;
