import { OrderItemType } from '@lectern/marketplace-contract';
import type { OrderedItem } from './order-preview.js';

/** The order or item that an address of the checkout names: `?order=` an existing order, `?course=` a new one. */
export type CheckoutAsked = { readonly orderNo: string } | { readonly item: OrderedItem };

/** Returns the order or item that an address of the checkout names; undefined if there is none. */
export function checkoutAskedBy(search: URLSearchParams): CheckoutAsked | undefined {
  const orderNo = search.get('order');
  if (orderNo !== null) return { orderNo };
  const course = search.get('course');
  if (course !== null) return { item: { type: OrderItemType.Course, id: course } };
  return undefined;
}
