import { listManagedLives, listRooms, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const managedLivesQuery = (body: RequestOf<typeof listManagedLives>) => actionQuery(listManagedLives, body);
export const roomsQuery = () => actionQuery(listRooms, {});
