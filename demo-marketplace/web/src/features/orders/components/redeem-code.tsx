import { redeemCoupon } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';

/** Takes the coupon of a code, which can be chosen then. */
export function RedeemCode({ onRedeemed }: { readonly onRedeemed: () => void }): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof redeemCoupon, { code: string }>(
    redeemCoupon,
    {
      defaultValues: { code: '' },
      keepAs: 'coupon-code',
      check: ({ code }) => ({ code: code.trim() === '' ? t('problem.required') : undefined }),
      request: ({ code }) => ({ code: code.trim() }),
      refused: () => ({ code: t('orders.coupon.unknown') }),
      onDone: () => {
        form.reset();
        onRedeemed();
      },
    },
  );
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3" onSubmit={onSubmit}>
      <TextField
        {...form.register('code')}
        label={t('orders.coupon.code')}
        error={errorOf('code') ?? problem}
        maxLength={40}
        autoComplete="off"
      />
      <Button type="submit" look="quiet" className="mt-6.5 min-h-11.5!" aria-disabled={isBusy}>
        {t('orders.coupon.redeem')}
      </Button>
    </form>
  );
}
