import { enterSession, getRtcToken, getSession, listRemoved } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';
import type { ApiQueryClient } from '../../../api/query-client.js';

interface Options {
  readonly signal: AbortSignal;
}

/** A session, and whether the member may enter its room. */
export const sessionQuery = (id: string) => actionQuery(getSession, { session_id: id }, { isForForm: true });

/** Members whom the host removed from the room of a session. */
export const removedQuery = (id: string) => actionQuery(listRemoved, { session_id: id }, { isForForm: true });

/** Opens the room of a session, and resolves with what is needed to join it. @throws {ApiError} */
export const enterRoom = (client: ApiQueryClient, id: string, options: Options) =>
  client.call(enterSession, { session_id: id }, options);

/** The member's own identity at the conference server. @throws {ApiError} */
export const rtcUserOf = (client: ApiQueryClient, options: Options) => client.call(getRtcToken, {}, options);
