import { SearchType } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../../lib/page.js';
import { categoryTreeQuery, hotWordsQuery, searchQuery } from '../api/catalogue.js';
import { coursesQuery, facetsQuery } from '../api/courses.js';
import { courseQueryOf, facetsOf } from '../lib/course-query.js';
import { searchAskedBy } from '../lib/search-asked.js';

/** Prefetches a search, with the courses and filters of its list, or the ideas for one without words. */
export const searchQueries: PageQueries = (client, search) => {
  const asked = searchAskedBy(search);
  const { query: keyword, type } = asked;
  if (keyword === '') {
    void client.prefetchQuery(hotWordsQuery());
    void client.prefetchQuery(categoryTreeQuery({ kind: 'course' }));
    return;
  }
  void client.prefetchQuery(searchQuery(asked));
  if (type !== SearchType.Course) return;
  void client.prefetchQuery(coursesQuery({ ...courseQueryOf(search), keyword }));
  void client.prefetchQuery(facetsQuery({ ...facetsOf(search), keyword }));
  void client.prefetchQuery(categoryTreeQuery({ kind: 'course' }));
};
