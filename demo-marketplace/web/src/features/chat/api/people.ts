import { BATCH_MAX, getBatchInfo, getPublicInfo, type ResponseOf } from '@lectern/marketplace-contract';
import { queryOptions } from '@tanstack/react-query';
import { actionQuery, asApiClient } from '../../../api/action-query.js';
import type { ApiQueryClient } from '../../../api/query-client.js';
import { Batches } from '../lib/batches.js';

/** Name, picture and user type of the owner of a chat account. */
export type ChatPerson = ResponseOf<typeof getBatchInfo>[number];

/** Names change rarely: an answer is kept for this time, in milliseconds. */
const FRESH_MS = 300_000;

const loaders = new WeakMap<ApiQueryClient, Batches<ChatPerson>>();

/** All accounts that are wanted at the same time are asked for in one request. */
function loaderOf(client: ApiQueryClient): Batches<ChatPerson> {
  const known = loaders.get(client);
  if (known !== undefined) return known;
  const loader = new Batches<ChatPerson>(async (uids) => {
    const people = await client.call(getBatchInfo, { uids: [...uids] });
    return new Map(people.map((person) => [person.uid, person]));
  }, BATCH_MAX);
  loaders.set(client, loader);
  return loader;
}

/** The owner of a chat account; null for an unknown one. */
export const personQuery = (uid: string) =>
  queryOptions({
    queryKey: ['chat-person', uid],
    queryFn: async ({ client }) => (await loaderOf(asApiClient(client)).load(uid)) ?? null,
    staleTime: FRESH_MS,
  });

/** A member, with the chat account if the caller may write to it. */
export const publicMemberQuery = (id: string) => actionQuery(getPublicInfo, { id });
