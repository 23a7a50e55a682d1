import { getLive, listLives, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const liveQuery = (body: RequestOf<typeof getLive>) => actionQuery(getLive, body);
export const livesQuery = (body: RequestOf<typeof listLives>) => actionQuery(listLives, body);
