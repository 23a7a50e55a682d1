import type { OrderView } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatChange, formatMoney } from '../../../lib/money.js';

type Sums = Pick<OrderView, 'amount_cents' | 'coupon_off_cents' | 'point_off_cents' | 'payable_cents'>;

interface OrderSumsProps {
  readonly sums: Sums;
  /** Price without the seller's discount, in cents; shown with the saving where it is higher. */
  readonly listCents?: number;
  readonly isPaid?: boolean;
}

/** The sums of an order, from the price to the amount due. */
export function OrderSums({ sums, listCents = 0, isPaid = false }: OrderSumsProps): ReactElement {
  const t = useText();
  const { amount_cents, coupon_off_cents, point_off_cents, payable_cents } = sums;
  const saving = listCents - amount_cents;
  const rows = [
    ...(saving > 0
      ? [
          { label: t('orders.listPrice'), value: formatMoney(listCents) },
          { label: t('orders.saving'), value: formatChange(-saving) },
        ]
      : []),
    { label: t('orders.amount'), value: formatMoney(amount_cents) },
    ...(coupon_off_cents > 0 ? [{ label: t('orders.couponOff'), value: formatChange(-coupon_off_cents) }] : []),
    ...(point_off_cents > 0 ? [{ label: t('orders.pointsOff'), value: formatChange(-point_off_cents) }] : []),
  ];
  return (
    <dl className="grid gap-2 tabular-nums">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <dt className="font-medium">{t(isPaid ? 'orders.paidTotal' : 'orders.payable')}</dt>
        <dd className="text-2xl font-semibold">{formatMoney(payable_cents)}</dd>
      </div>
    </dl>
  );
}
