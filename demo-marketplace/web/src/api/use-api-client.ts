import { useQueryClient } from '@tanstack/react-query';
import { asApiClient } from './action-query.js';
import type { ApiQueryClient } from './query-client.js';

/** Returns the client that calls the API and caches its answers. */
export const useApiClient = (): ApiQueryClient => asApiClient(useQueryClient());
