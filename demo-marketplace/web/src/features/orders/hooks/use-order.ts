import { OrderStatus, type getOrder, type PaymentState, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orderQuery } from '../api/orders.js';
import { paymentResultQuery } from '../api/payments.js';

const LOOK_EVERY_MS = 4_000;

export interface FollowedOrder {
  readonly result: UseQueryResult<ResponseOf<typeof getOrder>>;
  /** State of the latest payment attempt; null if there was none. */
  readonly attempt: PaymentState | null;
  /** Fetches the order again, keeping the current one on the screen meanwhile. */
  readonly refresh: () => Promise<void>;
}

/**
 * One order, polled while its payment is pending, because it may be paid on another page or confirmed by the provider
 * alone.
 */
export function useOrder(orderNo: string): FollowedOrder {
  const result = useQuery(orderQuery({ order_no: orderNo }));
  const { refetch } = result;
  const isPending = result.data?.status === OrderStatus.Pending;
  // A failed poll is followed by the next one; the layout reports the loss of the network.
  const payment = useQuery({
    ...paymentResultQuery({ order_no: orderNo }),
    enabled: isPending,
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
  });
  const isSettled = payment.data !== undefined && payment.data.order_status !== OrderStatus.Pending;
  useEffect(() => {
    if (isPending && isSettled) void refetch();
  }, [isPending, isSettled, refetch]);

  return {
    result,
    attempt: payment.data?.payment_state ?? null,
    refresh: async () => void (await refetch()),
  };
}
