import type { PageQueries } from '../../lib/page.js';
import { configQuery } from './api/site.js';

/** Prefetches the settings of the site: its area of phone numbers, and the accounts of a demo. */
export const configQueries: PageQueries = (client) => void client.prefetchQuery(configQuery());
