import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatSeconds, useCountdown, type CountdownOptions } from '../../../lib/use-countdown.js';

/** The time left to pay, of 30 minutes by the server's clock. */
export function PayCountdown(props: CountdownOptions): ReactElement {
  const t = useText();
  const left = useCountdown(props) ?? 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-2xl bg-amber-tint px-5 py-4 text-amber">
      <p className="flex items-center gap-2.5 font-medium">
        <Clock aria-hidden className="size-5 shrink-0" />
        {t('orders.pay.left')}
      </p>
      <p role="timer" className="text-2xl font-semibold tabular-nums">
        {formatSeconds(left)}
      </p>
      <p className="w-full text-sm">{t('orders.pay.note')}</p>
    </div>
  );
}
