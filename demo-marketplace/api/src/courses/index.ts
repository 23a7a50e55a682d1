import type { BoundAction } from '../http/call.js';
import type { Storage } from '../upload/storage.js';
import { courseActions } from './course-actions.js';
import { homeActions } from './home-actions.js';
import { mentorActions } from './mentor-actions.js';
import { questionActions } from './question-actions.js';
import { reviewActions } from './review-actions.js';
import { wishActions } from './wish-actions.js';

/** The catalogue, enrollments, reviews and questions. */
export { infoOf, outlineOf } from './course-actions.js';
export { endEnrollment, enroll, isEnrolled } from './enrollment.js';
export { setContentHidden, findContent, type ContentRef } from './hidden-content.js';
export { checkHolds, checkSeats, reserveSeat, stockOf } from './seats.js';
export { searchVector } from './search-tokens.js';

/** All actions of the catalogue. */
export const catalogueActions = (storage: Storage): readonly BoundAction[] => [
  ...homeActions(storage),
  ...courseActions(storage),
  ...reviewActions(storage),
  ...questionActions(storage),
  ...mentorActions(storage),
  ...wishActions(storage),
];
