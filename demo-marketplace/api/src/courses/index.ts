/** The catalogue, enrollments, reviews and questions. */
export { infoOf, outlineOf } from './course-actions.js';
export { endEnrollment, enroll, isEnrolled } from './enrollment.js';
export { setContentHidden } from './hidden-content.js';
export {
  checkLearner,
  COURSE_BUSINESS,
  findForSale,
  notifyRefunded,
  notifyRefundRequested,
  revokeCourse,
  usageOf,
} from './purchasable.js';
export { COURSE_SEATS, stockOf } from './seats.js';
export { searchVector } from './search-tokens.js';
