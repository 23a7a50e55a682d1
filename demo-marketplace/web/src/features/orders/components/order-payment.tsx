import { cancelOrder, OrderStatus, PaymentState } from '@lectern/marketplace-contract';
import { Info, ShoppingBag } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { ApiError } from '../../../api/client.js';
import { isMissing } from '../../../api/missing.js';
import { failureText } from '../../../api/failure-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { useOrder } from '../hooks/use-order.js';
import { CheckoutSkeleton } from './checkout-skeleton.js';
import { OrderItem } from './order-item.js';
import { OrderResult } from './order-result.js';
import { OrderSums } from './order-sums.js';
import { PayCountdown } from './pay-countdown.js';

/** The library of forms is large, and the order is shown without it. */
const PayForm = lazy(async () => ({ default: (await import('./pay-form.js')).PayForm }));

/** Returns true if the order does not exist, belongs to another member, or its number is malformed. */
const isUnknown = (error: unknown): boolean =>
  isMissing(error) || (error instanceof ApiError && 'order_no' in error.fields);

/** One order: its payment while it waits for it, afterwards what became of it. */
export function OrderPayment({ orderNo }: { readonly orderNo: string }): ReactElement {
  const t = useText();
  const { result, attempt, refresh } = useOrder(orderNo);
  const [isCancelling, setIsCancelling] = useState(false);

  if (result.isPending) return <CheckoutSkeleton />;
  if (result.isLoadingError && isUnknown(result.error)) {
    return (
      <Empty icon={ShoppingBag} title={t('orders.missing.title')} text={t('orders.missing.text')}>
        <LinkButton to="/myorder">{t('orders.toOrders')}</LinkButton>
      </Empty>
    );
  }
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const order = result.data;
  if (order.status !== OrderStatus.Pending) return <OrderResult order={order} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-6">
        <PayCountdown until={order.expires_at} serverTime={order.server_time} />
        {attempt === PaymentState.Failed && <Alert>{t('orders.pay.failed')}</Alert>}
        {attempt === PaymentState.Created && (
          <p className="flex gap-2.5 rounded-xl bg-sunken px-4 py-3 text-sm text-ink-soft">
            <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
            {t('orders.pay.processing')}
          </p>
        )}
        <Section title={t('orders.pay.method')}>
          <Suspense fallback={<Skeleton className="h-48 rounded-xl" />}>
            <PayForm orderNo={orderNo} payable={order.payable_cents} onChanged={refresh} />
          </Suspense>
        </Section>
      </div>
      <Section title={t('orders.summary')}>
        <OrderItem item={order.item} />
        <OrderSums sums={order} />
        <p className="text-sm text-ink-soft">{t('orders.no', { no: orderNo })}</p>
        <Button look="quiet" onClick={() => setIsCancelling(true)}>
          {t('orders.action.cancel')}
        </Button>
      </Section>
      <ConfirmDialog
        action={cancelOrder}
        body={isCancelling ? { order_no: orderNo } : undefined}
        title={t('orders.cancel.title')}
        text={t('orders.cancel.text')}
        confirm={t('orders.action.cancel')}
        keep={t('orders.cancel.keep')}
        onClose={() => setIsCancelling(false)}
        onDone={() => {
          setIsCancelling(false);
          toastDone(t('orders.cancelled'));
          void refresh();
        }}
      />
    </div>
  );
}
