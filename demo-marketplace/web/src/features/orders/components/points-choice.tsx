import { isWholeDollars } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';

export interface PointsChoiceProps {
  /** Points that the buyer has, and as many of them may be used, in hundreds. */
  readonly points: number;
  readonly max: number;
  readonly isBusy: boolean;
  readonly onChoose: (points: number) => void;
}

const WHOLE = /^\d{1,9}$/;

/** Points in hundreds up to a maximum; an empty text stands for none. */
const isChoice = (text: string, max: number): boolean =>
  text === '' || (WHOLE.test(text) && Number(text) <= max && isWholeDollars(Number(text)));

/** Lets the buyer pay a part with points in hundreds; one point is worth one cent. */
export function PointsChoice({ points, max, isBusy, onChoose }: PointsChoiceProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { form, onSubmit, errorOf } = useEntryForm<{ points: string }>({
    defaultValues: { points: '' },
    resolver: messageResolver((values) => ({
      points: isChoice(values.points.trim(), max) ? undefined : t('orders.points.invalid', { max }),
    })),
    send: async (values) => {
      onChoose(Number(values.points));
      return undefined;
    },
  });

  if (max === 0) {
    return (
      <p className="text-sm text-ink-soft">
        <span className="mb-1.5 block font-medium text-ink">{t('orders.points')}</span>
        {t('orders.points.none')}
      </p>
    );
  }
  return (
    <form
      noValidate
      className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-start"
      onSubmit={onSubmit}
    >
      <div className="max-sm:col-span-2">
        <TextField
          {...form.register('points')}
          label={t('orders.points')}
          hint={t('orders.points.hint', {
            has: points.toLocaleString(locale),
            max: max.toLocaleString(locale),
            amount: formatMoney(max),
          })}
          error={errorOf('points')}
          inputMode="numeric"
          autoComplete="off"
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
          form.setValue('points', String(max), { shouldValidate: true });
          onChoose(max);
        }}
      >
        {t('orders.points.all')}
      </Button>
    </form>
  );
}
