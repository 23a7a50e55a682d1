import { Lifecycle } from '../lifecycle/index.js';
import type { ApplicationRow, CourseDraftRow, CourseRow } from '../db/schema/index.js';

/**
 * State of a course and its newest version: `draft`, `pending` and `refused` before the first approval, `approved` when
 * the version on sale is the newest, `change-…` when a newer version exists.
 */
export type CourseState =
  'draft' | 'pending' | 'refused' | 'approved' | 'change-draft' | 'change-pending' | 'change-refused';

/** Events of a course: its mentor edits, submits and recalls it, the back office approves or refuses it. */
export type CourseEvent = 'edit' | 'submit' | 'recall' | 'approve' | 'refuse';

/**
 * Transitions of a course and its versions. The version on sale stays on sale while a newer one is edited and reviewed.
 */
export const COURSE = new Lifecycle<CourseState, CourseEvent>({
  name: 'course',
  transitions: {
    draft: { edit: 'draft', submit: 'pending' },
    pending: { recall: 'draft', approve: 'approved', refuse: 'refused' },
    refused: { edit: 'refused', submit: 'pending' },
    approved: { edit: 'change-draft' },
    'change-draft': { edit: 'change-draft', submit: 'change-pending' },
    'change-pending': { recall: 'change-draft', approve: 'approved', refuse: 'change-refused' },
    'change-refused': { edit: 'change-refused', submit: 'change-pending' },
  },
});

interface CourseColumns {
  readonly status: CourseRow['status'];
  /** State of the row of the newer version; undefined without one. */
  readonly version: CourseDraftRow['state'] | undefined;
}

/** The columns that hold each state. */
export const COURSE_COLUMNS: Readonly<Record<CourseState, CourseColumns>> = {
  draft: { status: 'draft', version: 'editing' },
  pending: { status: 'pending', version: 'pending' },
  refused: { status: 'refused', version: 'refused' },
  approved: { status: 'approved', version: undefined },
  'change-draft': { status: 'approved', version: 'editing' },
  'change-pending': { status: 'approved', version: 'pending' },
  'change-refused': { status: 'approved', version: 'refused' },
};

interface CourseRows {
  readonly course: Pick<CourseRow, 'status'>;
  readonly draft: Pick<CourseDraftRow, 'state'> | undefined;
}

const CHANGES = { editing: 'change-draft', pending: 'change-pending', refused: 'change-refused' } as const;

/** The state that the rows of a course hold. A course that was never approved may lack the row of its version. */
export function courseStateOf({ course, draft }: CourseRows): CourseState {
  if (course.status !== 'approved') return course.status;
  return draft === undefined ? 'approved' : CHANGES[draft.state];
}

/** Events of an application: the member saves and submits it, the back office approves or refuses it. */
export type ApplicationEvent = 'save' | 'apply' | 'approve' | 'fail';

/** Transitions of an application for mentor permissions. A mentor with one permission can apply for a further one. */
export const APPLICATION = new Lifecycle<ApplicationRow['state'], ApplicationEvent>({
  name: 'application',
  transitions: {
    draft: { save: 'draft', apply: 'applying' },
    applying: { approve: 'approved', fail: 'failed' },
    approved: { save: 'approved', apply: 'applying' },
    failed: { save: 'failed', apply: 'applying' },
  },
});
