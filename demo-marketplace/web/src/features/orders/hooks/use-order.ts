import {
  getOrder,
  getPaymentResult,
  OrderStatus,
  type PaymentState,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale } from '../../../i18n/use-text.js';
import { callApi } from '../../../lib/api-client.js';
import { useLoaded, type Loaded } from '../../../lib/use-loaded.js';

const LOOK_EVERY_MS = 4_000;

export interface FollowedOrder {
  readonly loaded: Loaded<ResponseOf<typeof getOrder>>;
  /** How the newest attempt to pay went; null when nobody has tried. */
  readonly attempt: PaymentState | null;
  readonly reload: () => void;
  /** Asks at once what became of it, without a skeleton meanwhile. */
  readonly refresh: () => Promise<void>;
}

/** One order, followed while it waits for its payment: that may come from another page, or from the provider alone. */
export function useOrder(orderNo: string): FollowedOrder {
  const locale = useLocale();
  const { loaded, reload, put } = useLoaded(getOrder, { order_no: orderNo });
  const [attempt, setAttempt] = useState<PaymentState | null>(null);
  const isPending = loaded.state === 'ready' && loaded.data.status === OrderStatus.Pending;

  const refresh = async (signal?: AbortSignal): Promise<void> => {
    put(await callApi(getOrder, { order_no: orderNo }, { locale, ...(signal && { signal }) }));
  };
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const result = await callApi(getPaymentResult, { order_no: orderNo }, { locale, signal });
    setAttempt(result.payment_state);
    if (result.order_status !== OrderStatus.Pending) await refresh(signal);
  });

  useEffect(() => {
    if (!isPending) return undefined;
    const leaving = new AbortController();
    const ask = (): void => {
      // A look that got no answer is followed by the next one; the frame says when the network is gone.
      look(leaving.signal).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isPending]);

  return { loaded, attempt, reload, refresh: () => refresh().catch(() => reload()) };
}
