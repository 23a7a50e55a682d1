import type { PageQueries } from '../../lib/page.js';
import { categoryTreeQuery } from './api/catalogue.js';
import { coursesQuery, facetsQuery } from './api/courses.js';
import { courseQueryOf, facetsOf } from './lib/course-query.js';

/** Prefetches the queries of the catalogue. */
export const catalogueQueries: PageQueries = (client, search) => {
  void client.prefetchQuery(coursesQuery(courseQueryOf(search)));
  void client.prefetchQuery(facetsQuery(facetsOf(search)));
  void client.prefetchQuery(categoryTreeQuery({ kind: 'course' }));
};
