import type { PageQueries } from '../../../lib/page.js';
import { hotWordsQuery, homeQuery } from '../api/catalogue.js';

/** What the home page asks for at once. */
export const homeQueries: PageQueries = (client) => {
  void client.prefetchQuery(homeQuery());
  void client.prefetchQuery(hotWordsQuery());
};
