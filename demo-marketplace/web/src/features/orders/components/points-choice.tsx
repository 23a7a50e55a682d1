import { isWholeDollars } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';

export interface PointsChoiceProps {
  /** Points that the buyer has, and as many of them may be used, in hundreds. */
  readonly points: number;
  readonly max: number;
  readonly isBusy: boolean;
  readonly onChoose: (points: number) => void;
}

const WHOLE = /^\d{1,9}$/;

/** Lets the buyer pay a part with points in hundreds; one point is worth one cent. */
export function PointsChoice({ points, max, isBusy, onChoose }: PointsChoiceProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  const choose = (text: string): void => {
    const amount = text.trim() === '' ? 0 : Number(text);
    const isGood = (text.trim() === '' || WHOLE.test(text.trim())) && amount <= max && isWholeDollars(amount);
    setIsWrong(!isGood);
    if (isGood) onChoose(amount);
  };

  if (max === 0) {
    return (
      <p className="text-sm text-ink-soft">
        <span className="mb-1.5 block font-medium text-ink">{t('orders.points')}</span>
        {t('orders.points.none')}
      </p>
    );
  }
  return (
    <Form
      className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-start"
      onSubmit={async () => choose(typed)}
    >
      <div className="max-sm:col-span-2">
        <TextField
          label={t('orders.points')}
          hint={t('orders.points.hint', {
            has: points.toLocaleString(locale),
            max: max.toLocaleString(locale),
            amount: formatMoney(max),
          })}
          error={isWrong ? t('orders.points.invalid', { max }) : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" look="quiet" className="min-h-11.5! sm:mt-6.5" aria-disabled={isBusy}>
        {t('orders.points.apply')}
      </Button>
      <Button
        look="quiet"
        className="min-h-11.5! sm:mt-6.5"
        aria-disabled={isBusy}
        onClick={() => {
          setTyped(String(max));
          choose(String(max));
        }}
      >
        {t('orders.points.all')}
      </Button>
    </Form>
  );
}
