import { listAnnouncements, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const announcementsQuery = (body: RequestOf<typeof listAnnouncements>) => actionQuery(listAnnouncements, body);
