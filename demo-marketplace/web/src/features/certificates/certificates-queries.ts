import type { PageQueries } from '../../lib/page.js';
import {
  certificateKeysQuery,
  certificateQuery,
  certificatesQuery,
  verifyCertificateQuery,
} from './api/certificates.js';

/** Prefetches the query of a member's certificates. */
export const certificatesQueries: PageQueries = (client) => void client.prefetchQuery(certificatesQuery());

/** Prefetches the query of one certificate. */
export const certificateQueries: PageQueries = (client, search) =>
  void client.prefetchQuery(certificateQuery({ id: search.get('id') ?? '' }));

/** Prefetches the certificate of the number in the address, and the keys that verify it. */
export const verifyQueries: PageQueries = (client, _search, { no = '' }) => {
  void client.prefetchQuery(verifyCertificateQuery({ no }));
  void client.prefetchQuery(certificateKeysQuery());
};
