/** Feedback of members to the operators. */
export { feedbackRows } from './rows.js';
