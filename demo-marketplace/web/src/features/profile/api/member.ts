import { getProfile, listSessions } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const profileQuery = () => actionQuery(getProfile, {}, { isForForm: true });
export const sessionsQuery = () => actionQuery(listSessions, {});
