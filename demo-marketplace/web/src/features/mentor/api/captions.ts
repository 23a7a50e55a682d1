import { getCaptions, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

/** The captions of a video; the form begins with the answer. */
export const captionsQuery = (body: RequestOf<typeof getCaptions>) =>
  actionQuery(getCaptions, body, { isForForm: true });
