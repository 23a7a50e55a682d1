import { REFUND_RULE, type OrderView } from '@lectern/marketplace-contract';
import { lazy, Suspense, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { purchasableType } from '../../../lib/purchasable-types.js';
import { Dialog } from '../../../ui/dialog.js';
import { Skeleton } from '../../../ui/skeleton.js';

const RefundForm = lazy(async () => ({ default: (await import('./refund-form.js')).RefundForm }));

export interface RefundDialogProps {
  /** The order to refund; undefined while the dialog is closed. */
  readonly order: OrderView | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for the money of an order back. */
export function RefundDialog({ order, onClose, onDone }: RefundDialogProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <Dialog
      title={t('orders.refund.title')}
      text={(order && purchasableType(order.item.type).refundTerms?.(t, order)) ?? REFUND_RULE[locale]}
      isOpen={order !== undefined}
      onClose={onClose}
    >
      {order !== undefined && (
        <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
          <RefundForm order={order} onClose={onClose} onDone={onDone} />
        </Suspense>
      )}
    </Dialog>
  );
}
