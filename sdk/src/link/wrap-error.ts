import type { ErrorType } from '../protocol/index.js';
import { LecternError } from '../core/errors.js';

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Wraps an error into one with `errorType` and code of spec §8. */
export function wrapError(cause: unknown, errorType: ErrorType, code: number, what = ''): LecternError {
  const { reason, specMessage } = cause instanceof LecternError ? cause : ({ reason: 'network' } as const);
  return new LecternError(what + messageOf(cause), { reason, errorType, code, specMessage, cause });
}
