import { getCategoryTree, getHome, getHotWords, search, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const categoryTreeQuery = (body: RequestOf<typeof getCategoryTree>) =>
  actionQuery(getCategoryTree, body, { isLasting: true });
export const homeQuery = () => actionQuery(getHome, {});
export const hotWordsQuery = () => actionQuery(getHotWords, {}, { isLasting: true });
export const searchQuery = (body: RequestOf<typeof search>) => actionQuery(search, body);
