/** Live classes and activities: rooms, timelines, tickets and attendance. */
export { detailOf } from './manage.js';
export { decideLive, liveForReview, openLives } from './publish.js';
