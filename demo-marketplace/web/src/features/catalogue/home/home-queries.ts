import type { PageQueries } from '../../../lib/page.js';
import { hotWordsQuery, homeQuery } from '../api/catalogue.js';

/** Prefetches the queries of the home page. */
export const homeQueries: PageQueries = (client) => {
  void client.prefetchQuery(homeQuery());
  void client.prefetchQuery(hotWordsQuery());
};
