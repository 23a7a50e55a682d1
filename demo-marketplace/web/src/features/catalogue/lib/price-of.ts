import type { CourseCard } from '@lectern/marketplace-contract';

/** What somebody pays for a course now, and what it is compared with: backers pay less than those who come later. */
export const priceOf = ({
  crowdfund,
  price_cents: cents,
  original_price_cents: originalCents,
}: CourseCard): { readonly cents: number; readonly originalCents: number } =>
  crowdfund?.state === 'funding'
    ? { cents: crowdfund.early_price_cents, originalCents: crowdfund.later_price_cents }
    : { cents, originalCents };
