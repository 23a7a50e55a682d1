import { claimCoupon, type listCouponCenter, type ResponseOf } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { toastDone } from '../../../ui/toast.js';
import { CouponCard } from './coupon-card.js';

export interface CouponCenterProps {
  readonly offered: ResponseOf<typeof listCouponCenter>;
  readonly onTaken: () => void;
}

/** Coupons that the member can claim; renders nothing while there are none. */
export function CouponCenter({ offered: all, onTaken }: CouponCenterProps): ReactElement | null {
  const t = useText();
  const { call, isBusy, problem } = useCall(claimCoupon);
  const offered = all.filter(({ claimed }) => !claimed);
  if (offered.length === 0) return null;

  const claim = async (id: string): Promise<void> => {
    if ((await call({ id })) === undefined) return;
    toastDone(t('wallet.coupons.claimed'));
    onTaken();
  };
  return (
    <section aria-labelledby="coupon-center" className="grid gap-4">
      <h2 id="coupon-center" className="text-lg font-semibold">
        {t('wallet.coupons.center')}
      </h2>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {offered.map((coupon) => (
          <li key={coupon.id}>
            <CouponCard coupon={coupon}>
              <Button
                look="quiet"
                aria-disabled={isBusy || coupon.left === 0}
                aria-label={t('wallet.coupons.claimOne', { title: coupon.title })}
                onClick={() => {
                  if (coupon.left > 0) void claim(coupon.id);
                }}
              >
                {t(coupon.left === 0 ? 'wallet.coupons.gone' : 'wallet.coupons.claim')}
              </Button>
            </CouponCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
