import { OrderAction, OrderStatus, RefundState, type OrderView } from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useId, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { formatSeconds, useCountdown } from '../../../lib/use-countdown.js';
import { enterLabel } from '../../../lib/purchasable-types.js';
import { itemPath } from '../../../lib/item-path.js';
import { Badge } from '../../../ui/badge.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { Moment } from '../../../ui/moment.js';
import { ChatButton } from '../../chat/index.js';
import { payPath } from '../lib/pay-path.js';
import { InvoiceButton } from './invoice-button.js';
import { OrderItem } from './order-item.js';
import { REFUNDED } from './order-result.js';

const TONES = {
  [OrderStatus.Pending]: 'warn',
  [OrderStatus.Paid]: 'good',
  [OrderStatus.Settled]: 'good',
  [OrderStatus.Cancelled]: 'plain',
  [OrderStatus.Refunding]: 'warn',
  [OrderStatus.Refunded]: 'plain',
} as const;

export interface OrderCardProps {
  readonly order: OrderView;
  readonly serverTime: string;
  readonly onCancel: () => void;
  readonly onRefund: () => void;
  readonly onRefundCancel: () => void;
  readonly onDelete: () => void;
  /** Called when the 30 minutes to pay have passed. */
  readonly onExpired: () => void;
}

/** One order in the list, with the actions that the server allows. */
export function OrderCard(props: OrderCardProps): ReactElement {
  const { order, serverTime, onCancel, onRefund, onRefundCancel, onDelete } = props;
  const t = useText();
  const id = useId();
  const { order_no, status, item, seller, actions, refund } = order;
  const isPending = status === OrderStatus.Pending;
  const left = useCountdown({ until: isPending ? order.expires_at : undefined, serverTime });
  const isOver = left === 0;
  const expire = useEffectEvent(props.onExpired);
  useEffect(() => {
    if (isOver) expire();
  }, [isOver]);

  const page = itemPath(item);
  const can = (action: OrderAction): boolean => actions.includes(action);
  return (
    <Card aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft tabular-nums">
        <p id={id}>{t('orders.no', { no: order_no })}</p>
        <Moment at={order.created_at} />
        <span className="ml-auto">
          <Badge tone={TONES[status]}>{t(`orders.status.${status}`)}</Badge>
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <OrderItem item={item} seller={seller?.name} />
        <p className="ml-auto text-lg font-semibold tabular-nums max-sm:w-full max-sm:text-right">
          {formatMoney(order.payable_cents)}
        </p>
      </div>
      {refund?.state === RefundState.Failed && (
        <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-ink-soft">
          {t('orders.refund.denied', { reason: refund.answer })}
        </p>
      )}
      {order.refund_progress !== null && (
        <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-ink-soft">{t(REFUNDED[order.refund_progress])}</p>
      )}
      {(actions.length > 0 || seller !== null || order.invoice !== null || left !== undefined) && (
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4 max-sm:[&>a]:grow max-sm:[&>button]:grow">
          {left !== undefined && (
            <p className="mr-auto text-sm text-amber tabular-nums">
              {t('orders.pay.leftTime', { time: formatSeconds(left) })}
            </p>
          )}
          {seller !== null && <ChatButton memberId={seller.id} name={seller.name} />}
          {can(OrderAction.Cancel) && (
            <Button look="quiet" onClick={onCancel}>
              {t('orders.action.cancel')}
            </Button>
          )}
          {can(OrderAction.Refund) && (
            <Button look="quiet" onClick={onRefund}>
              {t('orders.action.refund')}
            </Button>
          )}
          {can(OrderAction.RefundCancel) && (
            <Button look="quiet" onClick={onRefundCancel}>
              {t('orders.action.refundCancel')}
            </Button>
          )}
          <InvoiceButton order={order} />
          {can(OrderAction.Delete) && (
            <Button look="quiet" onClick={onDelete}>
              {t('orders.action.delete')}
            </Button>
          )}
          {can(OrderAction.Reorder) && page !== undefined && (
            <LinkButton look="quiet" to={page}>
              {t('orders.action.again')}
            </LinkButton>
          )}
          {can(OrderAction.Enter) && page !== undefined && (
            <LinkButton to={page}>{t(enterLabel(item.type))}</LinkButton>
          )}
          {can(OrderAction.Pay) && <LinkButton to={payPath(order_no)}>{t('orders.action.pay')}</LinkButton>}
        </div>
      )}
    </Card>
  );
}
