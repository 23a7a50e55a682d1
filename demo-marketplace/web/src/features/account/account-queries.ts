import type { PageQueries } from '../../lib/page.js';
import { configQuery } from './api/site.js';

/** Prefetches the settings of the site, which name the accounts of a demo. */
export const loginQueries: PageQueries = (client) => void client.prefetchQuery(configQuery());
