import type { AnyAction, RequestOf } from '@lectern/marketplace-contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isHeld } from './prefetch.js';
import { ApiQueryClient, isPublicAction } from './query-client.js';

/** The query key of an action: for one request body, or without `body` for all of them. */
export const actionKey = <A extends AnyAction>(action: A, body?: RequestOf<A>): readonly [string, ...unknown[]] =>
  body === undefined ? [action.path] : [action.path, body];

/** Stale time of answers that staff change rarely: categories, hot words, settings of the site. In milliseconds. */
const LASTING_MS = 300_000;

/** Forms begin with a fresh answer: one that was fetched for the page, or another. */
export const forForm = { gcTime: 0, staleTime: 0, refetchOnMount: (query: object): boolean => !isHeld(query) } as const;

interface ActionQueryOptions {
  /** The answer does not depend on anything the member does, so it stays fresh for {@link LASTING_MS}. */
  readonly isLasting?: boolean;
  /** Forms begin with the answer, so they always begin with a fresh one. */
  readonly isForForm?: boolean;
}

/** The client of this page or request. @throws {TypeError} for another kind of client, which knows no API */
export function asApiClient(client: QueryClient): ApiQueryClient {
  if (client instanceof ApiQueryClient) return client;
  throw new TypeError('queries of the API need an ApiQueryClient; give QueryClientProvider one');
}

/** The query options of an action of the contract. */
export const actionQuery = <A extends AnyAction>(
  action: A,
  body: RequestOf<A>,
  { isLasting = false, isForForm = false }: ActionQueryOptions = {},
) =>
  queryOptions({
    queryKey: actionKey(action, body),
    queryFn: ({ client, signal }) => asApiClient(client).call(action, body, { signal }),
    meta: { isPublic: isPublicAction(action), isLasting },
    ...(isLasting && { staleTime: LASTING_MS }),
    ...(isForForm && forForm),
  });
