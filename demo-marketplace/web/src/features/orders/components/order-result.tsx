import { OrderAction, OrderStatus, RefundProgress, type OrderView } from '@lectern/marketplace-contract';
import { CircleCheck, CircleX, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { MessageId } from '../../../i18n/messages.js';
import { itemPath } from '../../../lib/item-path.js';
import { purchasableType } from '../../../lib/purchasable-types.js';
import { LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { InvoiceButton } from './invoice-button.js';
import { OrderItem } from './order-item.js';
import { OrderSums } from './order-sums.js';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly title: MessageId;
  readonly text: MessageId;
}

const GOOD = 'bg-accent-tint text-accent-strong';
const WAITING = 'bg-amber-tint text-amber';
const OVER = 'bg-sunken text-ink-soft';

/** Where the money of a refund is. */
export const REFUNDED = {
  [RefundProgress.Sent]: 'orders.result.refunded.sent',
  [RefundProgress.Settled]: 'orders.result.refunded.settled',
  [RefundProgress.Delayed]: 'orders.result.refunded.delayed',
  [RefundProgress.Returned]: 'orders.result.refunded.returned',
  [RefundProgress.Wallet]: 'orders.result.refunded.text',
} as const;

function lookOf({ status, item, refund_progress: progress }: OrderView): Look {
  if (status === OrderStatus.Refunding) {
    return { icon: Hourglass, tone: WAITING, title: 'orders.result.refunding', text: 'orders.result.refunding.text' };
  }
  if (status === OrderStatus.Refunded) {
    return {
      icon: Undo2,
      tone: OVER,
      title: 'orders.result.refunded',
      text: REFUNDED[progress ?? RefundProgress.Wallet],
    };
  }
  if (status === OrderStatus.Cancelled) {
    return { icon: CircleX, tone: OVER, title: 'orders.result.cancelled', text: 'orders.result.cancelled.text' };
  }
  return {
    icon: CircleCheck,
    tone: GOOD,
    title: 'orders.result.paid',
    text: purchasableType(item.type).thanks,
  };
}

/** The result of an order, with links to the next steps. */
export function OrderResult({ order }: { readonly order: OrderView }): ReactElement {
  const t = useText();
  const { icon: Icon, tone, title, text } = lookOf(order);
  const { actions, item } = order;
  const page = itemPath(item);
  // A type without pages has a next step in every state, such as the wallet that a top-up went to.
  const hasNext = actions.includes(OrderAction.Enter) || page === undefined;
  const next = hasNext ? purchasableType(item.type).next?.(item.id) : undefined;
  return (
    <Card className="mx-auto grid w-full max-w-xl gap-6">
      <div className="flex flex-col items-center pt-4 text-center">
        <span className={`grid size-16 place-items-center rounded-2xl ${tone}`}>
          <Icon aria-hidden className="size-8" />
        </span>
        <output className="block">
          <h2 className="mt-5 text-2xl font-semibold">{t(title)}</h2>
          <p className="mt-2 text-balance text-ink-soft">{t(text)}</p>
        </output>
      </div>
      <div className="grid gap-5 rounded-xl bg-sunken p-4">
        <OrderItem item={item} />
        <OrderSums sums={order} isPaid={order.status !== OrderStatus.Cancelled} />
        <p className="text-sm text-ink-soft">{t('orders.no', { no: order.order_no })}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {next !== undefined && <LinkButton to={next.to}>{t(next.label)}</LinkButton>}
        {actions.includes(OrderAction.Reorder) && page !== undefined && (
          <LinkButton to={page}>{t('orders.result.again')}</LinkButton>
        )}
        <InvoiceButton order={order} />
        <LinkButton look="quiet" to="/myorder">
          {t('orders.toOrders')}
        </LinkButton>
      </div>
    </Card>
  );
}
