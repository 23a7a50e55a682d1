/** Live classes and activities: rooms, timelines, tickets and attendance. */
export { attendanceRecorder } from './attendance.js';
export { detailOf } from './manage.js';
export { decideLive, liveForReview, openLives } from './publish.js';
