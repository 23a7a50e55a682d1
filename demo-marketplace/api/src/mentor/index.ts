/** Mentor applications, the mentor dashboard, and course editing up to publication. */
export { Applications, decideApplication } from './applications.js';
export { decideCourse } from './publish.js';
export { courseForReview, openCourses } from './review.js';
