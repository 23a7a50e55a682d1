import { redeemCoupon } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';

/** Takes the coupon of a code, which can be chosen then. */
export function RedeemCode({ onRedeemed }: { readonly onRedeemed: () => void }): ReactElement {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const { call, isBusy, problem, fields } = useCall(redeemCoupon);
  const redeem = async (): Promise<void> => {
    const isMissing = typed.trim() === '';
    setIsEmpty(isMissing);
    if (isMissing) return;
    if ((await call({ code: typed.trim() })) === undefined) return;
    setTyped('');
    onRedeemed();
  };
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3" onSubmit={redeem}>
      <TextField
        label={t('orders.coupon.code')}
        error={isEmpty ? t('problem.required') : fields['code'] === undefined ? problem : t('orders.coupon.unknown')}
        maxLength={40}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="quiet" className="mt-6.5 min-h-11.5!" aria-disabled={isBusy}>
        {t('orders.coupon.redeem')}
      </Button>
    </Form>
  );
}
