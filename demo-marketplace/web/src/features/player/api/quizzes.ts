import { getQuiz, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const quizQuery = (body: RequestOf<typeof getQuiz>) => actionQuery(getQuiz, body, { isForForm: true });
