import type { CourseCard } from '@lectern/marketplace-contract';

/** The current price of a course and the price to compare it with: backers pay less than later buyers. */
export const priceOf = ({
  crowdfund,
  price_cents: cents,
  original_price_cents: originalCents,
}: CourseCard): { readonly cents: number; readonly originalCents: number } =>
  crowdfund?.state === 'funding'
    ? { cents: crowdfund.early_price_cents, originalCents: crowdfund.later_price_cents }
    : { cents, originalCents };
