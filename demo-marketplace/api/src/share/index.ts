/** Sharing pages. */
export { shareActions } from './actions.js';
