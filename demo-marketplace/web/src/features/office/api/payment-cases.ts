import { listPaymentCases, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const paymentCasesQuery = (body: RequestOf<typeof listPaymentCases>) => actionQuery(listPaymentCases, body);
