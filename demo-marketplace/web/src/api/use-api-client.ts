import { useQueryClient } from '@tanstack/react-query';
import { asApiClient } from './action-query.js';
import type { ApiQueryClient } from './query-client.js';

/** Calls the API and holds its answers. */
export const useApiClient = (): ApiQueryClient => asApiClient(useQueryClient());
