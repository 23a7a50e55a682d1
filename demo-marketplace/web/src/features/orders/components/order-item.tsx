import type { OrderView } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { purchasableType } from '../../../lib/purchasable-types.js';

export interface OrderItemProps {
  readonly item: OrderView['item'];
  /** Name of the member who offers it. */
  readonly seller?: string | undefined;
}

/** The purchased item: cover image, title, type and seller. */
export function OrderItem({ item, seller }: OrderItemProps): ReactElement {
  const t = useText();
  const { icon: Icon, label, title } = purchasableType(item.type);
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
          {title === undefined ? item.title : t(title)}
          {item.quantity > 1 && ` × ${item.quantity}`}
        </p>
        {seller !== undefined && <p className="text-sm break-words text-ink-soft">{seller}</p>}
      </div>
    </div>
  );
}
