import { applyRefund, type OrderView } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, Field } from '../../../ui/field.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { RefundImages, type RefundImage } from './refund-images.js';

const REASON_MAX = 300;

interface Values {
  reason: string;
  images: RefundImage[];
}

/** The form that asks for the money of an order back. */
export function RefundForm({
  order,
  onClose,
  onDone,
}: {
  readonly order: OrderView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof applyRefund, Values>(applyRefund, {
    defaultValues: { reason: '', images: [] },
    keepAs: `refund ${order.order_no}`,
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('problem.required') : undefined }),
    request: ({ reason, images }) => ({ order_no: order.order_no, reason, images: images.map(({ key }) => key) }),
    onDone,
  });
  const images = useWatch({ control: form.control, name: 'images' });
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <dl className="flex items-baseline justify-between gap-4 rounded-xl bg-sunken px-4 py-3">
        <dt className="text-ink-soft">{t('orders.refund.amount')}</dt>
        <dd className="text-xl font-semibold tabular-nums">{formatMoney(order.payable_cents)}</dd>
      </dl>
      <Field label={t('orders.refund.reason')} hint={t('orders.refund.reasonHint')} error={errorOf('reason')}>
        {(ids) => (
          <textarea
            {...form.register('reason')}
            {...ids}
            rows={4}
            maxLength={REASON_MAX}
            aria-invalid={errorOf('reason') !== undefined}
            className={CONTROL}
          />
        )}
      </Field>
      <RefundImages images={images} onChange={(chosen) => form.setValue('images', [...chosen])} />
      <SubmitButton isBusy={isBusy}>{t('orders.refund.submit')}</SubmitButton>
      <Button look="quiet" onClick={onClose}>
        {t('orders.refund.keep')}
      </Button>
    </form>
  );
}
