/** Becoming a mentor, the mentor's desk, and courses on their way into the catalogue. */
export { mentorActions } from './actions.js';
export { Applications, decideApplication } from './applications.js';
export { HIDE_PICTURES_JOB, hidePictures, scheduleHidePictures } from './hide-pictures.js';
export { decideCourse } from './publish.js';
export { courseForReview, openCourses } from './review.js';
