import { getManagedLive, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

/** The editor begins with the answer. */
export const managedLiveQuery = (body: RequestOf<typeof getManagedLive>) =>
  actionQuery(getManagedLive, body, { isForForm: true });
