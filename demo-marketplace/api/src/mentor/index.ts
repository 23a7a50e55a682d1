/** Mentor applications, the mentor dashboard, and course editing up to publication. */
export { mentorActions } from './actions.js';
export { Applications, decideApplication } from './applications.js';
export { HIDE_PICTURES_JOB, hidePictures, scheduleHidePictures } from './hide-pictures.js';
export { decideCourse } from './publish.js';
export { courseForReview, openCourses } from './review.js';
