import { getOrder, listOrders, previewOrder, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const orderQuery = (body: RequestOf<typeof getOrder>) => actionQuery(getOrder, body);
export const ordersQuery = (body: RequestOf<typeof listOrders>) => actionQuery(listOrders, body);
export const previewOrderQuery = (body: RequestOf<typeof previewOrder>) => actionQuery(previewOrder, body);
