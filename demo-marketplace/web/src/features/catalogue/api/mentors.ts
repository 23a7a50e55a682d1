import {
  getMentor,
  listFollows,
  listLiveWishes,
  listMentorReviews,
  listWishes,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const mentorQuery = (body: RequestOf<typeof getMentor>) => actionQuery(getMentor, body);
export const followsQuery = (body: RequestOf<typeof listFollows>) => actionQuery(listFollows, body);
export const mentorReviewsQuery = (body: RequestOf<typeof listMentorReviews>) => actionQuery(listMentorReviews, body);
export const liveWishesQuery = (body: RequestOf<typeof listLiveWishes>) => actionQuery(listLiveWishes, body);
export const wishesQuery = (body: RequestOf<typeof listWishes>) => actionQuery(listWishes, body);
