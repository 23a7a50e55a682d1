import type { PageQueries } from '../../lib/page.js';
import { pageOf } from '../../lib/query.js';
import {
  allFeedbackQuery,
  auditQuery,
  membersQuery,
  officeTodoQuery,
  reportsQuery,
  reviewCourseQuery,
  reviewLiveQuery,
  waitingCoursesQuery,
  waitingLivesQuery,
  waitingMentorsQuery,
  waitingRefundsQuery,
  waitingWithdrawalsQuery,
} from './api/office.js';
import { paymentCasesQuery } from './api/payment-cases.js';
import { casesAskedBy, feedbackAskedBy, logAskedBy, membersAskedBy, reportsAskedBy, reviewIdOf } from './lib/asked.js';
import { sectionOf, type OfficeSection } from './lib/sections.js';

const courseQueries: PageQueries = (client, search) => {
  const id = reviewIdOf(search);
  if (id === undefined) void client.prefetchQuery(waitingCoursesQuery({ page: pageOf(search) }));
  else void client.prefetchQuery(reviewCourseQuery({ id }));
};

const liveQueries: PageQueries = (client, search) => {
  const id = reviewIdOf(search);
  if (id === undefined) void client.prefetchQuery(waitingLivesQuery({ page: pageOf(search) }));
  else void client.prefetchQuery(reviewLiveQuery({ id }));
};

const QUERIES: Readonly<Record<OfficeSection, PageQueries>> = {
  mentors: (client, search) => void client.prefetchQuery(waitingMentorsQuery({ page: pageOf(search) })),
  courses: courseQueries,
  lives: liveQueries,
  withdrawals: (client, search) => void client.prefetchQuery(waitingWithdrawalsQuery({ page: pageOf(search) })),
  refunds: (client, search) => void client.prefetchQuery(waitingRefundsQuery({ page: pageOf(search) })),
  payments: (client, search) => void client.prefetchQuery(paymentCasesQuery(casesAskedBy(search))),
  reports: (client, search) => void client.prefetchQuery(reportsQuery(reportsAskedBy(search))),
  feedback: (client, search) => void client.prefetchQuery(allFeedbackQuery(feedbackAskedBy(search))),
  members: (client, search) => void client.prefetchQuery(membersQuery(membersAskedBy(search))),
  log: (client, search) => void client.prefetchQuery(auditQuery(logAskedBy(search))),
};

/** Prefetches the number of pending cases, and the section that the address names. */
export const officeQueries: PageQueries = (client, search, parameters) => {
  void client.prefetchQuery(officeTodoQuery());
  QUERIES[sectionOf(search)](client, search, parameters);
};
