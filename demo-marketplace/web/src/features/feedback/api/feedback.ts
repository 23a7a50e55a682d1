import { describeTarget, listFeedback, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const describeTargetQuery = (body: RequestOf<typeof describeTarget>) => actionQuery(describeTarget, body);
export const feedbackQuery = (body: RequestOf<typeof listFeedback>) => actionQuery(listFeedback, body);
