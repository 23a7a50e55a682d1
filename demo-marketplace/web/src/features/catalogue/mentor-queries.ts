import type { PageQueries } from '../../lib/page.js';
import { coursesQuery } from './api/courses.js';
import { mentorQuery, mentorReviewsQuery } from './api/mentors.js';
import { mentorCoursesAskedBy, mentorIdOf, mentorReviewsAskedBy, mentorTabOf } from './lib/mentor-asked.js';

/** Prefetches the page of a mentor with the list of its tab. */
export const mentorQueries: PageQueries = (client, search) => {
  const id = mentorIdOf(search);
  if (id === undefined) return;
  void client.prefetchQuery(mentorQuery({ id }));
  if (mentorTabOf(search) === 'courses') void client.prefetchQuery(coursesQuery(mentorCoursesAskedBy(search, id)));
  else void client.prefetchQuery(mentorReviewsQuery(mentorReviewsAskedBy(search, id)));
};
