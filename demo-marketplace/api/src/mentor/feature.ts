import type { Feature } from '../feature.js';
import { forgetMentor, hasCourses } from './closing.js';
import { mentorActions } from './actions.js';
import { HIDE_PICTURES_JOB, hidePictures, scheduleHidePictures } from './hide-pictures.js';
import { MENTOR_TARGETS } from './targets.js';
import { MENTOR_NOTICES } from './notice-kinds.js';

export const mentorFeature = {
  keepsAccountOpen: hasCourses,
  forgetMember: forgetMentor,
  actions: ({ files: { storage, links, inspections }, members: { applications, throttle }, purchasables }) =>
    mentorActions({ storage, links, inspections, applications, throttle, purchasables }),
  jobs: ({ core: { db }, files: { objectStore } }) => ({
    [HIDE_PICTURES_JOB]: { run: hidePictures(db, objectStore), isLasting: true, schedule: scheduleHidePictures },
  }),
  targets: MENTOR_TARGETS,
  notices: MENTOR_NOTICES,
} as const satisfies Feature;
