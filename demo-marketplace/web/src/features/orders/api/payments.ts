import { getPaymentResult, listPayChannels, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const payChannelsQuery = (body: RequestOf<typeof listPayChannels>) => actionQuery(listPayChannels, body);
export const paymentResultQuery = (body: RequestOf<typeof getPaymentResult>) => actionQuery(getPaymentResult, body);
