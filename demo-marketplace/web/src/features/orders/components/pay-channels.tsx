import { PayChannel, type listPayChannels, type ResponseOf } from '@lectern/marketplace-contract';
import { CreditCard, FlaskConical, Wallet } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText, type Text } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';

type Channels = ResponseOf<typeof listPayChannels>;

const ICONS = {
  [PayChannel.Balance]: Wallet,
  [PayChannel.Card]: CreditCard,
  [PayChannel.Mock]: FlaskConical,
} as const;

function noteOf({ code, usable, balance_cents }: Channels[number], t: Text): string {
  if (code !== PayChannel.Balance) return t(`orders.channel.${code}.text`);
  const amount = formatMoney(balance_cents ?? 0);
  return t(usable ? 'orders.channel.balanceHas' : 'orders.channel.balanceShort', { amount });
}

export interface PayChannelsProps {
  readonly channels: Channels;
  readonly chosen: PayChannel | undefined;
  readonly onChoose: (channel: PayChannel) => void;
}

/** The payment channels; unavailable ones give the reason. */
export function PayChannels({ channels, chosen, onChoose }: PayChannelsProps): ReactElement {
  const t = useText();
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('orders.pay.method')}</legend>
      {channels.map((channel) => {
        const { code, usable } = channel;
        const Icon = ICONS[code];
        return (
          <label
            key={code}
            className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-line-strong px-4 py-3 has-checked:border-accent has-checked:bg-accent-tint has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-ink-soft"
          >
            <input
              type="radio"
              name="channel"
              value={code}
              checked={chosen === code}
              disabled={!usable}
              onChange={() => onChoose(code)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow">
              <span className="block font-medium">{t(`orders.channel.${code}`)}</span>
              <span className="block text-sm text-ink-soft">{noteOf(channel, t)}</span>
            </span>
            <Icon aria-hidden className="size-6 shrink-0 text-ink-soft" />
          </label>
        );
      })}
    </fieldset>
  );
}
