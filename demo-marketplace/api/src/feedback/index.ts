/** Feedback of members to the operators. */
export { feedbackActions } from './actions.js';
export { feedbackRows } from './rows.js';
