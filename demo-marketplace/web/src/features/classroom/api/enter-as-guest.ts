import { enterAsGuest as action, type RtcUser } from '@lectern/marketplace-contract';
import { callApi } from '../../../api/client.js';

/** Creates an identity for a guest without an account. @throws {ApiError} */
export const enterAsGuest = (displayName: string, locale: string, signal: AbortSignal): Promise<RtcUser> =>
  callApi(action, { displayName }, { locale, signal });
