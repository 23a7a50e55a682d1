import { getApplication, getStudio, listBuyers, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const applicationQuery = () => actionQuery(getApplication, {}, { isForForm: true });
export const studioQuery = () => actionQuery(getStudio, {}, { isForForm: true });
export const buyersQuery = (body: RequestOf<typeof listBuyers>) => actionQuery(listBuyers, body);
