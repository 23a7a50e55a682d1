/** What members write to those who run the site. */
export { feedbackActions } from './actions.js';
export { feedbackRows } from './rows.js';
