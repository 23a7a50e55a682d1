/** The catalogue, enrollments, reviews and questions. */
export { infoOf, outlineOf } from './course-actions.js';
export { endEnrollment, enroll, isEnrolled } from './enrollment.js';
export { setContentHidden } from './hidden-content.js';
export { stockOf } from './seats.js';
export { searchVector } from './search-tokens.js';
