/** Transition tables of rows that live through states. */
export { IllegalTransitionError, Lifecycle } from './lifecycle.js';
