import { LecternError } from '../core/errors.js';

export const callError = (message: string, reason: LecternError['reason'], cause?: unknown): LecternError =>
  new LecternError(message, { reason, cause });

export const callOver = (): LecternError => callError('the call is over', 'closed');
