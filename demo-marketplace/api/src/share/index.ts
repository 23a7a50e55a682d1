/** Sharing of pages by e-mail. */
export { shareActions } from './actions.js';
