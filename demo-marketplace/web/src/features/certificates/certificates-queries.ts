import type { PageQueries } from '../../lib/page.js';
import { certificateQuery, certificatesQuery } from './api/certificates.js';

/** Prefetches the query of a member's certificates. */
export const certificatesQueries: PageQueries = (client) => void client.prefetchQuery(certificatesQuery());

/** Prefetches the query of one certificate. */
export const certificateQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(certificateQuery({ id: search.get('id') ?? '' }));
