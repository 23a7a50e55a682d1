import {
  getCourse,
  getFacets,
  getOutline,
  listCourses,
  listMyCourses,
  listRelated,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const courseQuery = (body: RequestOf<typeof getCourse>) => actionQuery(getCourse, body);
export const facetsQuery = (body: RequestOf<typeof getFacets>) => actionQuery(getFacets, body);
export const outlineQuery = (body: RequestOf<typeof getOutline>) => actionQuery(getOutline, body);
export const coursesQuery = (body: RequestOf<typeof listCourses>) => actionQuery(listCourses, body);
export const myCoursesQuery = (body: RequestOf<typeof listMyCourses>) => actionQuery(listMyCourses, body);
export const relatedQuery = (body: RequestOf<typeof listRelated>) => actionQuery(listRelated, body);
