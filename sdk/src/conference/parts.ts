import { wrapError } from '../link/wrap-error.js';
import { JOIN_FAIL_CODE } from '../protocol/index.js';

/** Reports code that could not be loaded as a failed join: `join_fail` −200. */
export const failJoin = (cause: unknown): never => {
  throw wrapError(cause, 'join_fail', JOIN_FAIL_CODE);
};

/** The code of streams. It is loaded while a conference is joined, since a page can wait long before it joins one. */
export const loadStreamParts = () => import('./stream-parts.js').catch(failJoin);

/** The code of mixed conferences. */
export const loadMixing = () => import('./mixing.js').catch(failJoin);
