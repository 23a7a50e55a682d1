import type { Session } from '@lectern/marketplace-contract';
import type { ApiQueryClient } from '../../../api/query-client.js';
import { acceptMember } from '../api/member.js';
import { session } from './session.js';

/** Stores the answer of a login. */
export function beginSession(client: ApiQueryClient, { token, expires_at, member }: Session): void {
  session.start(token, Date.parse(expires_at));
  acceptMember(client, member);
}
