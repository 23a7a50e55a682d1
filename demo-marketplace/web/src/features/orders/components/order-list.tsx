import { cancelOrder, cancelRefund, deleteOrder, type OrderTab, type OrderView } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { LinkButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { OrderCard } from './order-card.js';
import { RefundDialog } from './refund-dialog.js';
import { ordersQuery } from '../api/orders.js';
import { useApiClient } from '../../../api/use-api-client.js';

export interface OrderListProps {
  readonly tab: OrderTab;
  readonly keyword: string;
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}

/** One page of a buyer's orders. */
export function OrderList({ tab, keyword, page, hrefOf }: OrderListProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(ordersQuery({ tab, keyword, page }));
  const [cancelled, setCancelled] = useState<OrderView>();
  const [deleted, setDeleted] = useState<OrderView>();
  const [refunded, setRefunded] = useState<OrderView>();

  const refresh = (): void => void result.refetch();
  const takeBack = async (order: OrderView): Promise<void> => {
    try {
      await client.call(cancelRefund, { order_no: order.order_no });
      client.forgetAfterChange();
      toastDone(t('orders.refund.withdrawn'));
    } catch (error) {
      toastError(failureText(error, t));
    }
    refresh();
  };

  if (result.isPending) return <ListSkeleton rows={3} className="h-48" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total, limit, server_time } = result.data;
  if (list.length === 0) {
    return (
      <Empty
        icon={ReceiptText}
        title={t(tab === 'all' && keyword === '' ? 'orders.empty.none' : 'orders.empty.title')}
        text={t(keyword === '' ? 'orders.empty.text' : 'orders.empty.search')}
      >
        <LinkButton to="/kecheng-online">{t('orders.toCourses')}</LinkButton>
      </Empty>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {list.map((order) => (
          <li key={order.order_no}>
            <OrderCard
              order={order}
              serverTime={server_time}
              onCancel={() => setCancelled(order)}
              onRefund={() => setRefunded(order)}
              onRefundCancel={() => void takeBack(order)}
              onDelete={() => setDeleted(order)}
              onExpired={() => refresh()}
            />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
      <ConfirmDialog
        action={cancelOrder}
        body={cancelled && { order_no: cancelled.order_no }}
        title={t('orders.cancel.title')}
        text={t('orders.cancel.text')}
        confirm={t('orders.action.cancel')}
        keep={t('orders.cancel.keep')}
        onClose={() => setCancelled(undefined)}
        onDone={() => {
          setCancelled(undefined);
          toastDone(t('orders.cancelled'));
          refresh();
        }}
      />
      <ConfirmDialog
        action={deleteOrder}
        body={deleted && { order_no: deleted.order_no }}
        title={t('orders.delete.title')}
        text={t('orders.delete.text')}
        confirm={t('orders.action.delete')}
        keep={t('orders.cancel.keep')}
        onClose={() => setDeleted(undefined)}
        onDone={() => {
          setDeleted(undefined);
          toastDone(t('orders.deleted'));
          refresh();
        }}
      />
      <RefundDialog
        order={refunded}
        onClose={() => setRefunded(undefined)}
        onDone={() => {
          setRefunded(undefined);
          toastDone(t('orders.refund.sent'));
          refresh();
        }}
      />
    </>
  );
}
