import type { PageQueries } from '../../lib/page.js';
import { pageOf } from '../../lib/query.js';
import { describeTargetQuery, feedbackQuery } from './api/feedback.js';
import { targetOf } from './lib/target.js';

const TICKETS_PER_PAGE = 10;

/** The tickets that an address asks for. */
export const ticketsAskedBy = (search: URLSearchParams) => ({ page: pageOf(search), limit: TICKETS_PER_PAGE });

/** Prefetches the tickets of a member, and the content that is reported. */
export const feedbackQueries: PageQueries = (client, search) => {
  void client.prefetchQuery(feedbackQuery(ticketsAskedBy(search)));
  const target = targetOf(search);
  if (target !== undefined) void client.prefetchQuery(describeTargetQuery(target));
};
