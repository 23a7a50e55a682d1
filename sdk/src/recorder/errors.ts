import { LecternError } from '../core/errors.js';
import { OPEN_USER_MEDIA_FAIL_CODE } from '../protocol/index.js';

export const argumentError = (message: string): LecternError =>
  new LecternError(message, { reason: 'invalid-argument' });

export const unsupportedError = (message: string): LecternError => new LecternError(message, { reason: 'unsupported' });

export const mediaError = (message: string, cause?: unknown): LecternError =>
  new LecternError(message, { reason: 'media', code: OPEN_USER_MEDIA_FAIL_CODE, cause });
