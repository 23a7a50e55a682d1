import {
  getCourseStats,
  listAnnouncements,
  listManagedCourses,
  listMentorCoupons,
  previewCourse,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const managedCoursesQuery = (body: RequestOf<typeof listManagedCourses>) =>
  actionQuery(listManagedCourses, body);
export const coursePreviewQuery = (body: RequestOf<typeof previewCourse>) =>
  actionQuery(previewCourse, body, { isForForm: true });
export const courseStatsQuery = (body: RequestOf<typeof getCourseStats>) => actionQuery(getCourseStats, body);
export const announcementsQuery = (body: RequestOf<typeof listAnnouncements>) => actionQuery(listAnnouncements, body);
export const mentorCouponsQuery = (body: RequestOf<typeof listMentorCoupons>) => actionQuery(listMentorCoupons, body);
