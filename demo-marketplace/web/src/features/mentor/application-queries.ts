import type { PageQueries } from '../../lib/page.js';
import { applicationQuery } from './api/mentor.js';

/** Prefetches the application that tells which permissions a mentor lacks. */
export const notPermittedQueries: PageQueries = (client) => void client.prefetchQuery(applicationQuery());
