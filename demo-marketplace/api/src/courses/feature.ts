import type { Feature } from '../feature.js';
import { forgetWishesAndFollows } from './closing.js';
import { courseActions } from './course-actions.js';
import { homeActions } from './home-actions.js';
import { mentorActions } from './mentor-actions.js';
import { COURSE_PURCHASABLE } from './purchasable.js';
import { questionActions } from './question-actions.js';
import { reviewActions } from './review-actions.js';
import { COURSE_TARGETS } from './targets.js';
import { ViewCounter } from './views.js';
import { wishActions } from './wish-actions.js';
import { COURSE_NOTICES } from './notice-kinds.js';

export const coursesFeature = {
  forgetMember: forgetWishesAndFollows,
  purchasables: [COURSE_PURCHASABLE],
  actions: ({ core: { db }, files: { storage }, targets }) => [
    ...homeActions(storage),
    ...courseActions(storage, new ViewCounter(db)),
    ...reviewActions(storage),
    ...questionActions(storage),
    ...mentorActions(storage),
    ...wishActions(storage, targets),
  ],
  targets: COURSE_TARGETS,
  notices: COURSE_NOTICES,
} as const satisfies Feature;
