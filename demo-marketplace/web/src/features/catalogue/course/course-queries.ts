import type { PageQueries } from '../../../lib/page.js';
import { configQuery } from '../../account/index.js';
import { announcementsQuery } from '../api/announcements.js';
import { courseQuery, outlineQuery } from '../api/courses.js';
import { reviewsQuery } from '../api/reviews.js';
import { FIRST_SHOWN } from './first-shown.js';
import { ID } from '../../../lib/query.js';

/** Prefetches the queries of the course page, which depend only on the id in its address. */
export const courseQueries: PageQueries = (client, search) => {
  const id = search.get('id') ?? '';
  if (!ID.test(id)) return;
  void client.prefetchQuery(courseQuery({ id }));
  void client.prefetchQuery(outlineQuery({ id }));
  // The learning view has none of the other parts.
  if (search.has('unit') || search.has('learn')) return;
  void client.prefetchQuery(configQuery());
  void client.prefetchQuery(announcementsQuery({ id, page: 1, limit: FIRST_SHOWN.announcements }));
  void client.prefetchQuery(reviewsQuery({ id, page: 1, limit: FIRST_SHOWN.reviews }));
};
