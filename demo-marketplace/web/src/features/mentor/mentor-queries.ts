import { QueryObserver } from '@tanstack/react-query';
import { prefetchHeld } from '../../api/prefetch.js';
import type { ApiQueryClient } from '../../api/query-client.js';
import { announcementsQuery, coursePreviewQuery, courseStatsQuery } from './api/courses.js';
import { managedCoursesQuery, mentorCouponsQuery } from './api/courses.js';
import { managedCourseQuery } from './api/managed-course.js';
import { buyersQuery, studioQuery } from './api/mentor.js';
import {
  announcementsAskedBy,
  buyersAskedBy,
  couponsAskedBy,
  courseIdOf,
  coursesAskedBy,
  dashboardPartOf,
  statsAskedBy,
} from './lib/asked.js';
import { onMentorSide } from './lib/on-mentor-side.js';

/** Prefetches the figures of a mentor. */
export const studioQueries = onMentorSide((client) => prefetchHeld(client, new QueryObserver(client, studioQuery())));

function prefetchDashboard(client: ApiQueryClient, search: URLSearchParams, id: string): void {
  prefetchHeld(client, new QueryObserver(client, managedCourseQuery({ id })));
  const part = dashboardPartOf(search);
  if (part === 'stats') void client.prefetchQuery(courseStatsQuery(statsAskedBy(search, id)));
  if (part === 'announcements') void client.prefetchQuery(announcementsQuery(announcementsAskedBy(search, id)));
  if (part === 'coupons') void client.prefetchQuery(mentorCouponsQuery(couponsAskedBy(search, id)));
}

/** Prefetches the courses of a mentor, or the dashboard of one. */
export const courseListQueries = onMentorSide((client, search) => {
  const id = courseIdOf(search, 'course');
  if (id === undefined) void client.prefetchQuery(managedCoursesQuery(coursesAskedBy(search)));
  else prefetchDashboard(client, search, id);
});

/** Prefetches the buyers of a mentor's courses. */
export const buyersQueries = onMentorSide(
  (client, search) => void client.prefetchQuery(buyersQuery(buyersAskedBy(search))),
);

/** Prefetches the course that is edited, or its preview. */
export const courseEditorQueries = onMentorSide((client, search) => {
  const id = courseIdOf(search, 'id');
  if (id === undefined) return;
  const isPreview = search.get('view') === 'preview';
  const observer = isPreview
    ? new QueryObserver(client, coursePreviewQuery({ id }))
    : new QueryObserver(client, managedCourseQuery({ id }));
  prefetchHeld(client, observer);
});
