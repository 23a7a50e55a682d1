import type { OrderItemType } from '@lectern/marketplace-contract';
import { COURSE_PURCHASABLE } from './course.js';
import { CROWDFUND_PURCHASABLE } from './crowdfund.js';
import type { Purchasable } from './purchasable.js';
import { RECHARGE_PURCHASABLE } from './recharge.js';

/** Types of items that orders sell. */
export { takesPledges } from './crowdfund.js';
export { buyerNameOf, nameOf } from './notices.js';

const PURCHASABLES: Readonly<Record<OrderItemType, Purchasable>> = {
  course: COURSE_PURCHASABLE,
  crowdfund: CROWDFUND_PURCHASABLE,
  recharge: RECHARGE_PURCHASABLE,
};

/** The purchasable of an order. */
export const purchasableOf = ({ itemType }: { readonly itemType: OrderItemType }): Purchasable =>
  PURCHASABLES[itemType];
