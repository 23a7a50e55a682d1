import type { CourseInfo } from '@lectern/marketplace-contract';
import { useEffect, useState, type ReactElement, type RefObject } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';
import { Price } from '../components/price.js';
import { payPath } from '../lib/paths.js';
import { priceOf } from '../lib/price-of.js';

export interface BuyBarProps {
  readonly course: CourseInfo;
  /** The full offer on the page; the bar is shown while it is scrolled out of view. */
  readonly offer: RefObject<HTMLElement | null>;
}

/** Returns true if the visitor can pay for the course and has not yet. */
const isForSale = ({ mine, owned, backed, crowdfund, price_cents, seats_left }: CourseInfo): boolean => {
  if (mine || owned) return false;
  if (crowdfund === null || crowdfund.state === 'published') return price_cents > 0 && seats_left !== 0;
  return crowdfund.state === 'funding' && !backed;
};

/** A bar at the lower edge of a phone's screen with the price and the button to buy. */
export function BuyBar({ course, offer }: BuyBarProps): ReactElement | null {
  const t = useText();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (offer.current === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting } of entries) setIsNeeded(!isIntersecting);
    });
    observer.observe(offer.current);
    return () => observer.disconnect();
  }, [offer]);
  if (!isNeeded || !isForSale(course)) return null;
  return (
    <div
      data-buy-bar
      className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <Price {...priceOf(course)} />
      <LinkButton className="shrink-0" to={payPath(course.id)}>
        {t(course.crowdfund?.state === 'funding' ? 'course.pledge' : 'course.buy')}
      </LinkButton>
    </div>
  );
}
