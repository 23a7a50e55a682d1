import { listQuestions, listReviews, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const questionsQuery = (body: RequestOf<typeof listQuestions>) => actionQuery(listQuestions, body);
export const reviewsQuery = (body: RequestOf<typeof listReviews>) => actionQuery(listReviews, body);
