import { OrderItemType, type OrderView } from '@lectern/marketplace-contract';
import { BookOpen, Package, Rocket, Wallet, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { MessageId } from '../../../i18n/messages.js';

interface Kind {
  readonly icon: LucideIcon;
  readonly label: MessageId;
}

const KINDS: Readonly<Record<string, Kind>> = {
  [OrderItemType.Course]: { icon: BookOpen, label: 'orders.kind.course' },
  [OrderItemType.Crowdfund]: { icon: Rocket, label: 'orders.kind.crowdfund' },
  [OrderItemType.Recharge]: { icon: Wallet, label: 'orders.kind.recharge' },
};
/** Shown for a type that this version of the page does not know. */
const OTHER: Kind = { icon: Package, label: 'orders.kind.other' };

/** The purchased item: cover image, title and type. */
export function OrderItem({ item }: { readonly item: OrderView['item'] }): ReactElement {
  const t = useText();
  const { icon: Icon, label } = KINDS[item.type] ?? OTHER;
  return (
    <div className="flex min-w-0 items-center gap-4">
      {item.cover === '' ? (
        <span className="grid aspect-video w-24 shrink-0 place-items-center rounded-lg bg-accent-tint text-accent-strong sm:w-28">
          <Icon aria-hidden className="size-6" />
        </span>
      ) : (
        <img src={item.cover} alt="" className="aspect-video w-24 shrink-0 rounded-lg bg-sunken object-cover sm:w-28" />
      )}
      <div className="min-w-0">
        <p className="text-sm text-ink-soft">{t(label)}</p>
        <p className="font-medium break-words">
          {item.type === OrderItemType.Recharge ? t('orders.recharge') : item.title}
          {item.quantity > 1 && ` × ${item.quantity}`}
        </p>
      </div>
    </div>
  );
}
