import { createOrder, FailureReason, previewOrder } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { ApiError } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { useCall } from '../../../api/use-call.js';
import { itemPath } from '../../../lib/item-path.js';
import { enterLabel, purchasableType } from '../../../lib/purchasable-types.js';
import { Alert } from '../../../ui/alert.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Spinner } from '../../../ui/spinner.js';
import { payPath } from '../lib/pay-path.js';
import type { OrderedItem } from '../lib/order-preview.js';
import { CheckoutSkeleton } from './checkout-skeleton.js';
import { CouponChoice } from './coupon-choice.js';
import { OrderItem } from './order-item.js';
import { OrderSums } from './order-sums.js';
import { PayMethods } from './pay-methods.js';
import { previewOrderQuery } from '../api/orders.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** The library of forms is large, and the sums are shown without it. */
const RedeemCode = lazy(async () => ({ default: (await import('./redeem-code.js')).RedeemCode }));
const PointsChoice = lazy(async () => ({ default: (await import('./points-choice.js')).PointsChoice }));

interface Choice {
  readonly coupon_id?: string;
  readonly points?: number;
}

/** Failures that a retry would not change. */
const FINAL: readonly FailureReason[] = [
  FailureReason.AlreadyOwned,
  FailureReason.NotForSale,
  FailureReason.NotFound,
  FailureReason.SoldOut,
  FailureReason.WrongRole,
];

/** The page before an order: its sums with coupon and points. The server calculates them; nothing is reserved yet. */
export function Checkout({ item }: { readonly item: OrderedItem }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>({});
  const result = useQuery(previewOrderQuery({ item, ...choice }));
  const preview = useCall(previewOrder, { isReadOnly: true });
  const create = useCall(createOrder);

  const choose = async (next: Choice): Promise<void> => {
    const sums = await preview.call({ item, ...next });
    if (sums === undefined) return;
    client.setQueryData(previewOrderQuery({ item, ...next }).queryKey, sums);
    setChoice(next);
  };
  const place = async (): Promise<void> => {
    // The preview does not show the latest choice yet.
    if (preview.isBusy) return;
    const order = await create.call({ item, ...choice });
    if (order !== undefined) await navigate(payPath(order.order_no), { replace: true });
  };

  if (result.isPending) return <CheckoutSkeleton />;
  if (result.isLoadingError) {
    const { error } = result;
    if (!(error instanceof ApiError) || !FINAL.includes(error.reason)) {
      return <Failed text={failureText(error, t)} onRetry={() => void result.refetch()} />;
    }
    const { type, id = '' } = item;
    const page = error.reason === FailureReason.NotFound ? undefined : itemPath({ type, id });
    return (
      <Empty icon={ShoppingBag} title={t('orders.refused.title')} text={failureText(error, t)}>
        {page !== undefined && <LinkButton to={page}>{t(enterLabel(type))}</LinkButton>}
        <LinkButton look={page === undefined ? 'solid' : 'quiet'} to="/kecheng-online">
          {t('orders.toCourses')}
        </LinkButton>
      </Empty>
    );
  }
  const { coupons, points, point_max, list_cents, ...order } = result.data;
  const terms = purchasableType(order.item.type).terms?.(t, locale);
  const problem = create.problem ?? preview.problem;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title={t('orders.summary')}>
        <OrderItem item={order.item} />
        <CouponChoice
          coupons={coupons}
          chosen={choice.coupon_id}
          isBusy={preview.isBusy}
          onChoose={(id) => {
            const { coupon_id: _, ...others } = choice;
            void choose(id === undefined ? others : { ...others, coupon_id: id });
          }}
        />
        <Suspense fallback={<Skeleton className="h-44 rounded-xl" />}>
          <RedeemCode onRedeemed={() => void choose(choice)} />
          <PointsChoice
            points={points}
            max={point_max}
            isBusy={preview.isBusy}
            onChoose={(used) => void choose({ ...choice, points: used })}
          />
        </Suspense>
      </Section>
      <Section title={t('orders.total')}>
        <OrderSums sums={order} listCents={list_cents} />
        {problem !== undefined && <Alert>{problem}</Alert>}
        <Button
          size="large"
          className="w-full"
          aria-disabled={create.isBusy || preview.isBusy}
          onClick={() => void place()}
        >
          {create.isBusy && <Spinner />}
          {t(order.payable_cents === 0 ? 'orders.place.free' : 'orders.place')}
        </Button>
        <PayMethods />
        <p className="text-sm text-ink-soft">{t('orders.place.hint')}</p>
        {terms !== undefined && order.payable_cents > 0 && <p className="text-sm text-ink-soft">{terms}</p>}
      </Section>
    </div>
  );
}
