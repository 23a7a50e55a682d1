import {
  listAllFeedback,
  listAudit,
  listMembers,
  listReports,
  listWaitingCourses,
  listWaitingLives,
  listWaitingMentors,
  listWaitingRefunds,
  listWaitingWithdrawals,
  officeTodo,
  reviewCourse,
  reviewLive,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const allFeedbackQuery = (body: RequestOf<typeof listAllFeedback>) => actionQuery(listAllFeedback, body);
export const auditQuery = (body: RequestOf<typeof listAudit>) => actionQuery(listAudit, body);
export const membersQuery = (body: RequestOf<typeof listMembers>) => actionQuery(listMembers, body);
export const reportsQuery = (body: RequestOf<typeof listReports>) => actionQuery(listReports, body);
export const waitingCoursesQuery = (body: RequestOf<typeof listWaitingCourses>) =>
  actionQuery(listWaitingCourses, body);
export const waitingLivesQuery = (body: RequestOf<typeof listWaitingLives>) => actionQuery(listWaitingLives, body);
export const waitingMentorsQuery = (body: RequestOf<typeof listWaitingMentors>) =>
  actionQuery(listWaitingMentors, body);
export const waitingRefundsQuery = (body: RequestOf<typeof listWaitingRefunds>) =>
  actionQuery(listWaitingRefunds, body);
export const waitingWithdrawalsQuery = (body: RequestOf<typeof listWaitingWithdrawals>) =>
  actionQuery(listWaitingWithdrawals, body);
export const officeTodoQuery = () => actionQuery(officeTodo, {});
export const reviewCourseQuery = (body: RequestOf<typeof reviewCourse>) => actionQuery(reviewCourse, body);
export const reviewLiveQuery = (body: RequestOf<typeof reviewLive>) => actionQuery(reviewLive, body);
