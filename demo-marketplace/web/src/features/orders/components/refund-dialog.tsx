import { applyRefund, REFUND_RULE, type OrderView } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { purchasableType } from '../../../lib/purchasable-types.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { CONTROL, Field } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { RefundImages, type RefundImage } from './refund-images.js';

const REASON_MAX = 300;

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
      {order !== undefined && <RefundForm order={order} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function RefundForm({
  order,
  onClose,
  onDone,
}: {
  readonly order: OrderView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const [reason, setReason] = useState('');
  const [images, setImages] = useState<readonly RefundImage[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const { call, isBusy, problem } = useCall(applyRefund);
  const send = async (): Promise<void> => {
    const isMissing = reason.trim() === '';
    setIsEmpty(isMissing);
    if (isMissing) return;
    const keys = images.map(({ key }) => key);
    if ((await call({ order_no: order.order_no, reason, images: keys })) !== undefined) onDone();
  };
  return (
    <Form className="grid gap-5" onSubmit={send}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <dl className="flex items-baseline justify-between gap-4 rounded-xl bg-sunken px-4 py-3">
        <dt className="text-ink-soft">{t('orders.refund.amount')}</dt>
        <dd className="text-xl font-semibold tabular-nums">{formatMoney(order.payable_cents)}</dd>
      </dl>
      <Field
        label={t('orders.refund.reason')}
        hint={t('orders.refund.reasonHint')}
        error={isEmpty ? t('problem.required') : undefined}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            maxLength={REASON_MAX}
            value={reason}
            aria-invalid={isEmpty}
            className={CONTROL}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <RefundImages images={images} onChange={setImages} />
      <SubmitButton isBusy={isBusy}>{t('orders.refund.submit')}</SubmitButton>
      <Button look="quiet" onClick={onClose}>
        {t('orders.refund.keep')}
      </Button>
    </Form>
  );
}
