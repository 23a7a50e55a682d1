import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { listText } from '../../../lib/list-text.js';
import { configQuery } from '../../account/index.js';

/** The payment channels, for buyers who have not ordered yet. */
export function PayMethods(): ReactElement | null {
  const t = useText();
  const locale = useLocale();
  const { data } = useQuery(configQuery());
  if (data === undefined) return null;
  const methods = data.pay_channels.map((code) => t(`orders.channel.${code}`));
  return (
    <p className="flex gap-2.5 text-sm text-ink-soft">
      <CreditCard aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t('orders.pay.methods', { methods: listText(locale, methods) })}
    </p>
  );
}
