import { page, type Pages } from '../../lib/page.js';

export const feedbackPages: Pages = {
  '/fankui': page(
    async () => (await import('./feedback-page.js')).FeedbackPage,
    ['feedback'],
    async () => (await import('./feedback-queries.js')).feedbackQueries,
  ),
};
