import { listNotes, playAuth, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const notesQuery = (body: RequestOf<typeof listNotes>) => actionQuery(listNotes, body);
export const playAuthQuery = (body: RequestOf<typeof playAuth>) => actionQuery(playAuth, body, { isForForm: true });
