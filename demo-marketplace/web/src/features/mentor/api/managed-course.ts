import { getManagedCourse, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

/** The editor begins with the answer. Apart from the other queries of courses, which the editor need not load. */
export const managedCourseQuery = (body: RequestOf<typeof getManagedCourse>) =>
  actionQuery(getManagedCourse, body, { isForForm: true });
