import { FailureReason, getMemberInfo, userTypeOf, type MemberInfo } from '@lectern/marketplace-contract';
import { queryOptions } from '@tanstack/react-query';
import { actionKey, asApiClient } from '../../../api/action-query.js';
import { ApiError } from '../../../api/client.js';
import type { ApiQueryClient } from '../../../api/query-client.js';
import { writeKey } from '../../../lib/member-keys.js';

/** The result of asking for member info; `refused` carries the server's words. */
export type MemberAnswer =
  { readonly kind: 'known' | 'nobody' | 'unreachable' } | { readonly kind: 'refused'; readonly error: ApiError };

/**
 * Reasons that do not mean that the login is invalid; nor does a broken connection, perhaps because the page is left.
 */
const NO_REFUSALS: readonly FailureReason[] = [
  FailureReason.TooMany,
  FailureReason.Internal,
  FailureReason.Unavailable,
];

/**
 * Member info of the current login. {@link refreshMember} fetches it with each route (specification §4); components
 * only read it.
 */
export const memberQuery = () =>
  queryOptions({
    queryKey: actionKey(getMemberInfo),
    queryFn: async ({ client, signal }) => {
      const member = await asApiClient(client).call(getMemberInfo, {}, { signal });
      // The answer to an aborted request may belong to another member.
      signal.throwIfAborted();
      keepMember(member);
      return member;
    },
    meta: { isLasting: true },
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Stores member info under the keys of the specification (§3). */
function keepMember(member: MemberInfo): void {
  const { hx_username, hx_password, hx_uid, headimg, name } = member;
  for (const [key, value] of Object.entries({ hx_username, hx_password, hx_uid, headimg, name })) {
    writeKey(key as 'name', value);
  }
  writeKey('usertype', String(userTypeOf(member)));
}

/** Takes over the member info that a log-in answered with. */
export function acceptMember(client: ApiQueryClient, member: MemberInfo): void {
  keepMember(member);
  client.setQueryData(memberQuery().queryKey, member);
}

/** Takes over the number of unread notices. */
export function acceptUnread(
  client: ApiQueryClient,
  { new_num, invite_new_num }: Pick<MemberInfo, 'new_num' | 'invite_new_num'>,
): void {
  client.setQueryData(memberQuery().queryKey, (member) => member && { ...member, new_num, invite_new_num });
}

/** Fetches member info; a request in flight is shared. */
export async function refreshMember(client: ApiQueryClient): Promise<MemberAnswer> {
  const token = client.token();
  if (token === undefined) return { kind: 'nobody' };
  try {
    await client.fetchQuery({ ...memberQuery(), staleTime: 0 });
    return { kind: client.token() === token ? 'known' : 'nobody' };
  } catch (error) {
    if (client.token() !== token) return { kind: 'nobody' };
    if (error instanceof ApiError && !NO_REFUSALS.includes(error.reason)) return { kind: 'refused', error };
    return { kind: 'unreachable' };
  }
}

/** Fetches member info after a change; an answer in flight may predate the change. */
export async function renewMember(client: ApiQueryClient): Promise<MemberAnswer> {
  await client.cancelQueries({ queryKey: memberQuery().queryKey });
  return refreshMember(client);
}
