import { CouponProblem } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { SelectField } from '../../../ui/field.js';
import type { OrderPreview } from '../lib/order-preview.js';

export interface CouponChoiceProps {
  readonly coupons: OrderPreview['coupons'];
  readonly chosen: string | undefined;
  readonly isBusy: boolean;
  readonly onChoose: (id: string | undefined) => void;
}

/** The coupons of a buyer; those that do not apply give the reason. */
export function CouponChoice({ coupons, chosen, isBusy, onChoose }: CouponChoiceProps): ReactElement {
  const t = useText();
  const hasUsable = coupons.some(({ problem }) => problem === null);
  return (
    <SelectField
      label={t('orders.coupon')}
      hint={hasUsable ? undefined : t('orders.coupon.noneUsable')}
      value={chosen ?? ''}
      disabled={coupons.length === 0 || isBusy}
      onChange={(event) => onChoose(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{t('orders.coupon.none')}</option>
      {coupons.map(({ id, title, off_cents, problem }) => (
        <option key={id} value={id} disabled={problem !== null}>
          {problem === null
            ? t('orders.coupon.option', { title, amount: formatMoney(off_cents) })
            : t('orders.coupon.unusable', { title, reason: t(REASONS[problem]) })}
        </option>
      ))}
    </SelectField>
  );
}

const REASONS = {
  [CouponProblem.MinimumNotMet]: 'orders.coupon.minimum-not-met',
  [CouponProblem.OtherItem]: 'orders.coupon.other-item',
  [CouponProblem.NotStarted]: 'orders.coupon.not-started',
  [CouponProblem.NotHere]: 'orders.coupon.not-here',
} as const;
