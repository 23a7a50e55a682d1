import { LecternError } from '../core/errors.js';

/** Error for an invalid drawing operation. */
export const invalid = (what: string): LecternError => new LecternError(what, { reason: 'invalid-argument' });
