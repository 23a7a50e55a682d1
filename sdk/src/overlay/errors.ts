import { LecternError } from '../core/errors.js';

/** Of what can not be drawn. */
export const invalid = (what: string): LecternError => new LecternError(what, { reason: 'invalid-argument' });
