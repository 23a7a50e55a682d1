/** Transition tables for rows with a state. */
export { IllegalTransitionError, Lifecycle } from './lifecycle.js';
